import { sql } from 'drizzle-orm';
import type { HistoryRow, RecordHistoryRow } from '../../contracts/calls/answers/history.ts';
import { HISTORY_PARAMS } from '../../contracts/calls/history.ts';
import type { Contract } from '../../contracts/contract.ts';
import { isKeptAsJson, ref } from '../../contracts/fields.ts';
import { type Envelope, readPage, toEnvelope } from '../../contracts/paging.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseParams } from '../../crud/parse-call.ts';
import type { Resource } from '../../crud/resource.ts';
import { selectHistoryPage } from './history.ts';

/** The history of one record, for whoever may list its entity: the record's own columns after each write, keyed by `parameter`. */
export async function listRecordHistory(
  { contract, table }: Resource,
  parameter: string,
  caller: Caller,
  params: URLSearchParams,
): Promise<Envelope<RecordHistoryRow>> {
  const grant = contract.access.list;
  const { id, page } = await authorizeThenValidate(caller, grant, () => {
    const { page, limit } = HISTORY_PARAMS;
    const fields = { [parameter]: ref(contract.label, contract.name, { required: true }), page, limit };
    const values = parseParams(fields, params, caller.lang) as Record<string, number | undefined>;
    return { id: values[parameter]!, page: readPage(values) };
  });
  const conditions = [sql`h.entity = ${table}`, sql`h.record_id = ${id}`];
  const { results } = await caller.read(grant, () => selectHistoryPage(conditions, page));
  return toEnvelope(
    page,
    results.total,
    results.rows.map((row) => flattenRow(contract, row, parameter)),
  );
}

function flattenRow(contract: Contract, { user_id, ...row }: HistoryRow, parameter: string): RecordHistoryRow {
  const record = Object.entries(row.after ?? row.before ?? {}).map(([name, value]) => {
    // Tables keep a list as its JSON text; on the wire it is a list, as in the record itself.
    const list = isKeptAsJson(contract.fields[name]?.kind) && typeof value === 'string';
    return [name, list ? JSON.parse(value) : value] as const;
  });
  return { ...Object.fromEntries(record), [parameter]: row.record_id, ...row, author_id: user_id };
}
