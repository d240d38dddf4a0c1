import { sql } from 'drizzle-orm';
import type { RuleChange } from '../../contracts/calls/answers/rule-changes.ts';
import type { ruleCalls } from '../../contracts/calls/declared/rules.ts';
import { RULE_CHANGE_PARAMS } from '../../contracts/calls/rule-versions.ts';
import { EXPRESSION_LABELS } from '../../contracts/calls/totals-expressions.ts';
import { RULE_TABLES } from '../../contracts/rule-tables.ts';
import type { Text } from '../../contracts/text.ts';
import { PATTERNS, padMonth } from '../../contracts/value-forms.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { originOf } from '../../platform/db/rule-versions.ts';
import { asNumber, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import type { RuleRows } from '../calculation/engine/rows.ts';
import { readRules, selectRules } from '../calculation/load.ts';
import { readRulesFile } from '../calculation/rules-file.ts';
import { EXPRESSIONS } from '../totals/expressions-in-force.ts';
import { compareRules, type Difference, RULE_ENTITIES } from './compare-rules.ts';

/** A row of a table that has several of one code. */
const ROW: Text = { vi: 'dòng {n}', en: 'row {n}' };

/** `GET /rules/changes?from=&to=`: what differs between the rules of two months or runs. Expressions are compared between months only. */
export async function listRuleChanges(
  { files }: Deps,
  { caller, grant, values }: CallInput<typeof ruleCalls.listChanges>,
): Promise<{ data: RuleChange[] }> {
  const sides = (['from', 'to'] as const).map((name) => {
    const side = padMonth(values[name]);
    if (!PATTERNS.year_month.test(side) && !/^[0-9a-f]{64}$/.test(side))
      throw invalidField(RULE_CHANGE_PARAMS, name, 'year_month', caller.lang);
    return side;
  });
  const months = sides.filter((side) => side.length === 7);
  const { results } = await caller.read(grant, () => ({
    rules: Object.fromEntries(months.map((month) => [month, selectRules(month)])),
    expressionsOf: EXPRESSIONS,
    origins: selectOrigins(),
    writers: EXPRESSION_WRITERS,
  }));
  const [from, to] = await Promise.all(
    sides.map(async (side): Promise<RuleRows> => {
      const json = results.rules[side];
      if (json !== undefined) return readRules(json);
      const stored = await readRulesFile(files, side);
      if (typeof stored === 'string') throw new AppError('not_found', { what: side });
      return stored;
    }),
  );
  const found = compareRules(from!, to!, (key, id) => results.origins.get(`${key} ${id}`) ?? id);
  const { words } = await caller.readMore({ words: selectWords(found) });
  const changes = found.map((difference): RuleChange => {
    const { key, record, removed: _, place, ...rest } = difference;
    const entity = RULE_ENTITIES[key];
    const recorded = words.get(`${key} ${record}`);
    return {
      entity,
      ...rest,
      label:
        recorded?.label ??
        [Object.values(rest.identity)[0], place && ROW[caller.lang].replace('{n}', String(place))].filter(Boolean).join(' · '),
      record_id: record,
      user: recorded?.user ?? null,
      at: recorded?.at ?? null,
    };
  });
  if (months.length < 2) return { data: changes };
  const [before, after] = sides.map((month) => results.expressionsOf(month));
  const later = sides.toSorted().at(-1)!;
  const expressions = (['total_point_1', 'total_point_2'] as const).flatMap((key): RuleChange[] => {
    if (before![key] === after![key]) return [];
    const writer = results.writers.findLast((each) => each.key === key && each.valid_from <= later);
    const differs = { field: 'expression', old: before![key], new: after![key] };
    const label = EXPRESSION_LABELS[key][caller.lang];
    const by = { user: writer?.user ?? null, at: writer?.at ?? null };
    return [{ entity: 'totals-expressions', identity: { key }, label, record_id: null, ...differs, ...by }];
  });
  return { data: [...changes, ...expressions] };
}

/** The row of the first version that each row of a later one follows from, by table and id. */
export function selectOrigins(): Query<ReadonlyMap<string, number>> {
  const tables = (['tsubos', 'base_points'] as const).map(
    (key) =>
      sql`SELECT ${key} AS "table", t.id, ${originOf('t')} AS origin FROM ${sql.identifier(RULE_TABLES[key].table)} t WHERE t.copied_from IS NOT NULL`,
  );
  const readers = readRows({ table: asText, id: asNumber, origin: asNumber });
  return query(
    query(sql.join(tables, sql` UNION ALL `), readers),
    (rows) => new Map(rows.map(({ table, id, origin }) => [`${table} ${id}`, origin])),
  );
}

/** Who wrote each version of the expressions last, the earliest version first. */
const EXPRESSION_WRITERS = query(
  sql`SELECT e.key, e.valid_from, u.name AS user, h.at FROM totals_expressions e
    LEFT JOIN history h ON h.id = (SELECT max(id) FROM history WHERE entity = 'totals_expressions' AND record_id = e.id)
    LEFT JOIN users u ON u.id = h.user_id ORDER BY e.valid_from`,
  readRows({ key: asText, valid_from: asText, user: orNull(asText), at: orNull(asText) }),
);

const WORD_READERS = { key: asText, id: asNumber, label: orNull(asText), user: orNull(asText), at: orNull(asText) };

/** What standards are called, and who wrote each record last: one that is no longer copied was deleted as the copy of it. */
function selectWords(found: readonly Difference[]) {
  const records = [...new Set(found.map(({ key, record, removed }) => JSON.stringify([key, RULE_TABLES[key].table, record, removed])))];
  const list = `[${records.join()}]`;
  return query(
    query(
      sql`SELECT j.value ->> 0 AS key, j.value ->> 2 AS id, u.name AS user, h.at, iif(j.value ->> 0 = 'standards', (SELECT k.name || ' · ' || w.work_name
          FROM customers k, work_categories w WHERE k.id = ifnull(h.after, h.before) ->> '$.customer_id' AND w.id = ifnull(h.after, h.before) ->> '$.work_category_id'), NULL) AS label
        FROM json_each(${list}) j LEFT JOIN history h ON h.id = ifnull(
          (SELECT max(id) FROM history WHERE j.value ->> 3 AND entity = j.value ->> 1 AND after IS NULL AND before ->> '$.copied_from' = j.value ->> 2),
          (SELECT max(id) FROM history WHERE entity = j.value ->> 1 AND record_id = j.value ->> 2))
        LEFT JOIN users u ON u.id = h.user_id`,
      readRows(WORD_READERS),
    ),
    (rows) => new Map(rows.map((row) => [`${row.key} ${row.id}`, row])),
  );
}
