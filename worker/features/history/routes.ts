import { type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { HistoryRow, RecordHistoryRow, SignInRow } from '../../contracts/calls/answers/history.ts';
import { historyCalls as calls } from '../../contracts/calls/declared/history.ts';
import type { Contract } from '../../contracts/contract.ts';
import { isKeptAsJson } from '../../contracts/fields.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { type Resource, tableNameOf } from '../../crud/resource.ts';
import { UNKNOWN_ADDRESS } from '../../platform/auth/client-info.ts';
import { bindCall, type CallInput, type GrantedCaller } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { signInEvents } from '../../platform/db/schema/accounts.ts';
import { asJson, asNumber, asOption, asText, orNull, readRows, readValue } from '../../platform/db/typed-rows.ts';
import { listHistory, selectHistoryPage, toPeriodConditions } from './history.ts';

/** Who changed what, and who signed in. */
export function historyRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const tables = new Map(resources.map(({ contract, table }) => [contract.name, table]));
  bindCall(app, calls.list, (input) => listHistory(tables, input));
  const resourceOf = (entity: string) => resources.find(({ contract }) => contract.name === entity)!;
  bindCall(app, calls.listOfCustomer, (input) => listRecordHistory(resourceOf('customers'), 'customer_id', input));
  bindCall(app, calls.listOfDirect, (input) => listRecordHistory(resourceOf('directs'), 'direct_id', input));
  bindCall(app, calls.listSignIns, listSignIns);
  return app;
}

/** Logins, refused logins and ended sessions, newest first. */
async function listSignIns({ caller, grant, values }: CallInput<typeof calls.listSignIns>): Promise<Envelope<SignInRow>> {
  const conditions = [
    sql`1`,
    ...(values.user_id ? [sql`e.user_id = ${values.user_id}`] : []),
    ...(values.kind ? [sql`e.kind = ${values.kind}`] : []),
    ...toPeriodConditions(sql`e.at`, values),
  ];
  const where = sql.join(conditions, sql` AND `);
  const page = readPage(values);
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total FROM sign_in_events e WHERE ${where}`, readValue(asNumber)),
    rows: query(
      sql`SELECT e.id, e.at, e.kind, e.user_id, u.username, u.name AS user_name, a.id AS actor_id, a.name AS actor_name,
      NULLIF(e.address, ${UNKNOWN_ADDRESS}) AS address,
      e.user_agent FROM sign_in_events e LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users a ON a.id = e.actor_id AND a.id IS NOT e.user_id WHERE ${where}
      ORDER BY e.id DESC LIMIT ${page.limit} OFFSET ${(page.page - 1) * page.limit}`,
      readRows(SIGN_IN_READERS),
    ),
  }));
  return toEnvelope(page, results.total, results.rows);
}

const { id, at, user_id, address, user_agent } = signInEvents;
const SIGN_IN_READERS = {
  ...{ id, at, user_id, address, user_agent },
  kind: asOption<SignInRow['kind']>(),
  username: orNull(asText),
  user_name: orNull(asText),
  actor_id: orNull(asNumber),
  actor_name: orNull(asText),
};

/** The history of the record that `parameter` names, for whoever may list its entity: its own columns after each write. */
async function listRecordHistory<P extends string>(
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
