import type { BulkEdit } from '#contracts/calls/answers/operations.ts';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import { MAX_IDS } from '#contracts/paging.ts';
import { api, withRequestId } from '../../api/client.ts';
import { readPage } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import type { Edits, SavedRows } from './edit-store.ts';

/** Writes the edits of a grid by the bulk call, as one operation, and reads the written rows. */
export async function saveRows(entity: string, edits: Edits): Promise<{ answer: SavedRows; request: string | undefined }> {
  const rows = Object.entries(edits).map(([id, { version, values }]) => ({ id: Number(id), version: Number(version), values }));
  const body: BulkBody = { rows };
  const { answer, request } = await withRequestId((options) => api.post<BulkEdit>(`${entity}/bulk`, body, options));
  const refused = new Set(answer.refused.map(({ id }) => id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  const data = answer.changed === 0 ? [] : await readRows(entity, ids);
  return { answer: { data, refused: answer.refused }, request };
}

/** Records by their ids, as many as a call may name at a time. */
async function readRows(entity: string, ids: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = ids.slice(at, at + MAX_IDS);
    rows.push(...(await readPage<Row>(entity, { ids: some.join(), limit: some.length })).data);
  }
  return rows;
}
