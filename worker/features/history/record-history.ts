import { type SQL, sql } from 'drizzle-orm';
import type { HistoryRow, RecordHistoryRow } from '../../contracts/calls/answers/history.ts';
import type { Contract } from '../../contracts/contract.ts';
import { isKeptAsJson } from '../../contracts/fields.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { type Resource, tableNameOf } from '../../crud/resource.ts';
import type { GrantedCaller } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, asNumber, asText, readRows } from '../../platform/db/typed-rows.ts';
import { selectHistoryPage } from './history.ts';

/** The history of the record that `parameter` names, for whoever may list its entity: its own columns after each write. */
export async function listRecordHistory<P extends string>(
  { contract, table }: Resource,
  parameter: P,
  { caller, grant, values }: GrantedCaller & { values: Record<P, number> & Parameters<typeof readPage>[0] },
): Promise<Envelope<RecordHistoryRow>> {
  const id = values[parameter];
  const page = readPage(values);
  const conditions = [sql`h.entity = ${table}`, sql`h.record_id = ${id}`];
  const { results } = await caller.read(grant, () => ({
    ...selectHistoryPage(conditions, page),
    lists: selectLists(contract, conditions),
  }));
  return toEnvelope(
    page,
    results.total,
    results.rows.map((row) => flattenRow(contract, row, parameter, results.lists)),
  );
}

/** By relation, the rows that a record's lists of refs have named in any of its versions. */
type RelatedLists = readonly { relation: string; rows: ReadonlyMap<number, Record<string, unknown>> }[];

function selectLists(contract: Contract, conditions: readonly SQL[]): Query<RelatedLists> {
  const lists = Object.entries(contract.relations).filter(([, { kind }]) => kind === 'many');
  const parts = lists.map(([relation, { field, entity, pick }]) => {
    const columns = pick.map((name) => sql`${name}, r.${sql.identifier(name)}`);
    return sql`SELECT ${relation} AS relation, r.id, json_object(${sql.join(columns, sql`, `)}) AS related
      FROM ${sql.identifier(tableNameOf(entity))} r
      WHERE r.id IN (SELECT j.value FROM history h, json_each(json_extract(ifnull(h.after, h.before), ${`$.${field}`})) j
        WHERE ${sql.join([...conditions], sql` AND `)})`;
  });
  if (parts.length === 0) return query({}, () => []);
  const readers = { relation: asText, id: asNumber, related: asJson<Record<string, unknown>>() };
  return query({ found: query(sql.join(parts, sql` UNION ALL `), readRows(readers)) }, ({ found }) =>
    lists.map(([name]) => ({
      relation: name,
      rows: new Map(found.filter(({ relation }) => relation === name).map(({ id, related }) => [id, related])),
    })),
  );
}

function flattenRow(contract: Contract, { user_id, ...row }: HistoryRow, parameter: string, lists: RelatedLists): RecordHistoryRow {
  const values = Object.entries(row.after ?? row.before ?? {}).map(([name, value]) => {
    // Tables keep a list as its JSON text; on the wire it is a list, as in the record itself.
    const list = isKeptAsJson(contract.fields[name]?.kind) && typeof value === 'string';
    return [name, list ? JSON.parse(value) : value] as const;
  });
  const record: Record<string, unknown> = Object.fromEntries(values);
  for (const { relation, rows } of lists) {
    const ids = record[contract.relations[relation]!.field];
    record[relation] = Array.isArray(ids) ? ids.flatMap((id) => rows.get(id) ?? []) : [];
  }
  return { ...record, [parameter]: row.record_id, ...row, author_id: user_id };
}
