import { type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { fieldColumns } from '../../contracts/columns.ts';
import type { Column, Contract } from '../../contracts/contract.ts';
import { titleOf } from '../../contracts/contracts.ts';
import { FLAG_WORDS } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import { NEWEST_HISTORY_ROW, selectIds } from '../../crud/list.ts';
import { createHistoryTag } from '../../crud/list-tag.ts';
import { parseListQuery } from '../../crud/query.ts';
import { type Resource, tableNameOf } from '../../crud/resource.ts';
import { sentCell } from '../../crud/row.ts';
import { streamRows } from '../../crud/stream.ts';
import { type Actor, type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asText, orNull, readValue } from '../../platform/db/typed-rows.ts';
import { respondWithSheet, takeFeed } from '../../platform/feeds/respond-with-sheet.ts';
import { IMAGE_WORDS, toPlainText } from '../../platform/text/to-plain-text.ts';
import { importableOf } from '../imports/importable.ts';
import { IDENTITY_COLUMNS } from '../imports/read/headings.ts';

const ALL = 1_000_000;

/** `GET {entity}/export?format=&options=`: all rows of the list's filters and order as a file that streams; 304 for who holds the present one. `shown` in place of the columns. */
export async function exportRows(
  resource: Resource,
  c: Context<AppEnv>,
  params: URLSearchParams,
  shown?: readonly Column[],
): Promise<Response> {
  const { caller } = c.var;
  const { contract } = resource;
  const grant = contract.access.export;
  const { feed, ...asked } = await authorizeThenValidate(caller, grant, () => {
    const filters = new URLSearchParams(params);
    // A page of the list is a good parameter here too, but a file has all rows.
    return { feed: takeFeed(filters, caller.lang), ...parseListQuery(resource, filters, caller), page: 1, limit: ALL };
  });
  const tag = createHistoryTag(caller, c.req.url, c.req.header('if-none-match'));
  const selectAll = (actor: Actor, unless?: string) => selectIds(resource, asked, resource.scope?.(actor) ?? {}, unless);
  const { actor, results } = await caller.read(grant, (actor) => ({
    newest: query(sql`SELECT ${NEWEST_HISTORY_ROW} AS newest`, readValue(orNull(asText))),
    ids: selectAll(actor, tag.known),
  }));
  const newest = results.newest ?? '';
  // Nothing was read for another call's sake: the person's rights or the query differ from what the tag was made for.
  const ids = newest === tag.known && !(await tag.isSame(actor)) ? await caller.readMore(selectAll(actor)) : results.ids;
  const columns = shown ?? listExportColumns(contract);
  const sheet = {
    sheetName: contract.label[caller.lang],
    columns: columns.map(({ key, label, kind, decimals, options }) => ({
      key,
      header: label[caller.lang],
      kind: options ? ('text' as const) : cellKind(kind),
      ...(decimals !== undefined && { decimals }),
    })),
    rows: withPlainTexts(
      streamRows(resource, caller, ids, packedCells(resource, columns, feed.keys ? undefined : caller.lang)),
      columns,
      caller.lang,
    ),
  };
  return respondWithSheet(c, sheet, { name: contract.name, ...feed, tag: await tag.write(newest, actor) });
}

/**
 * The columns of the list; of what can be imported also every further column that a file may set and, last, which record a row is and how it
 * was, so that the file can be sent back.
 */
function listExportColumns(contract: Contract): readonly Column[] {
  const importable = contract.access.import && importableOf(contract.name);
  if (!importable) return contract.columns;
  const shown = new Set(contract.columns.map(({ key }) => contract.relations[key.split('.')[0]!]?.field ?? key));
  const further = importable.fields.filter((name) => !shown.has(name) && !contract.fields[name]!.secret);
  return [
    ...contract.columns.filter(({ key }) => !IDENTITY_COLUMNS.includes(key)),
    ...fieldColumns(contract, [...further, ...IDENTITY_COLUMNS]),
  ];
}

function cellKind(kind: Column['kind']): 'text' | 'integer' | 'decimal' | 'date' | 'datetime' {
  return kind === 'integer' || kind === 'decimal' || kind === 'date' || kind === 'datetime' ? kind : 'text';
}

/** The rows with formatted texts as lists show them; a file that is sent back is compared with the same words. */
async function* withPlainTexts(rows: AsyncGenerator<unknown[][]>, columns: readonly Column[], lang: Lang): AsyncGenerator<unknown[][]> {
  const formatted = columns.flatMap(({ rich }, at) => (rich ? [at] : []));
  for await (const chunk of rows) {
    for (const row of chunk) {
      for (const at of formatted) if (typeof row[at] === 'string') row[at] = toPlainText(row[at], IMAGE_WORDS[lang]);
    }
    yield chunk;
  }
}

/** One JSON array per row with the cells of these columns; coded values as their words in a language, or else as they are. */
function packedCells({ contract }: Resource, columns: readonly Column[], lang: Lang | undefined): SQL {
  const cells = columns.map(({ key, kind, options = kind === 'flag' ? FLAG_WORDS : undefined }) => {
    const [relationName, field] = key.split('.') as [string, string?];
    if (kind === 'ref' && field === undefined) return titleCell(contract, key);
    if (field === undefined) return options && lang ? optionLabel(key, options, lang) : sentCell(contract, key);
    const relation = contract.relations[relationName]!;
    const table = sql.identifier(tableNameOf(relation.entity));
    const source = sql`t.${sql.identifier(relation.field)}`;
    if (relation.kind === 'one') return sql`(SELECT r.${sql.identifier(field)} FROM ${table} r WHERE r.id = ${source})`;
    return sql`(SELECT group_concat(r.${sql.identifier(field)}, ', ') FROM json_each(${source}) j JOIN ${table} r ON r.id = j.value)`;
  });
  return sql`json_array(${sql.join(cells, sql`, `)})`;
}

/** What names the row that a ref without a relation points to. */
function titleCell({ fields }: Contract, name: string): SQL {
  const entity = fields[name]!.entity!;
  return sql`(SELECT r.${sql.identifier(titleOf(entity).field)} FROM ${sql.identifier(tableNameOf(entity))} r WHERE r.id = t.${sql.identifier(name)})`;
}

function optionLabel(key: string, options: NonNullable<Column['options']>, lang: Lang): SQL {
  const cases = Object.entries(options).map(([value, text]) => sql`WHEN ${value} THEN ${text[lang]}`);
  return sql`CASE CAST(t.${sql.identifier(key)} AS TEXT) ${sql.join(cases, sql` `)} END`;
}
