import type { BulkEdit, KeptRow, Operation } from '#contracts/calls/answers/operations.ts';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import { MAX_IDS } from '#contracts/paging.ts';
import { api, withRequestId } from '../../api/client.ts';
import { type Page, readPage } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { translate } from '../../i18n/index.ts';
import { type Edits, isSame, type SavedRows, savedValue } from './edit-store.ts';

const POLL_MS = 1000;

/** Writes the edits of a grid by the bulk call, as one operation, and reads the written rows. Of many it waits until the queue is done with them. */
export async function saveRows(entity: string, edits: Edits): Promise<{ answer: SavedRows; request: string | undefined }> {
  const rows = Object.entries(edits).map(([id, { version, values }]) => ({ id: Number(id), version: Number(version), values }));
  const body: BulkBody = { rows };
  const { answer, request } = await withRequestId((options) => api.post<BulkEdit>(`${entity}/bulk`, body, options));
  if (answer.status === 'queued') return { answer: await followRows(entity, edits, answer.operation_id!), request };
  const refused = new Set(answer.refused.map(({ id }) => id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  const data = answer.changed === 0 ? [] : await readRows(entity, ids);
  return { answer: { data, refused: answer.refused }, request };
}

/** The outcome of an operation of the queue, once it is over. Rows that it did not come to are refused with the reason of its end. */
async function followRows(entity: string, edits: Edits, operation: number): Promise<SavedRows> {
  let state: Operation;
  do {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    state = await api.get<Operation>(`operations/${operation}`);
  } while (state.reason === 'running');
  const reasons = new Map<number, string>();
  for (let page = 1; reasons.size < state.kept_count; page++) {
    const { data }: Page<KeptRow> = await readPage(`operations/${operation}/kept`, { page, limit: MAX_IDS });
    if (data.length === 0) break;
    for (const { id, message } of data) reasons.set(id, message);
  }
  const ids = Object.keys(edits).map(Number);
  const rows = await readRows(
    entity,
    ids.filter((id) => !reasons.has(id)),
  );
  const isOver = state.run?.status === 'done';
  const data = rows.filter((row) => isOver || holds(row, edits));
  const written = new Set(data.map(({ id }) => id));
  const stopped = state.run?.message ?? translate('bulk.stopped');
  const refused = ids.filter((id) => !written.has(id)).map((id) => ({ id, message: reasons.get(id) ?? stopped }));
  return { data, refused };
}

/** Whether a row says what its edit says. */
function holds(row: Row, edits: Edits): boolean {
  return Object.entries(edits[row.id]?.values ?? {}).every(([field, value]) => isSame(savedValue(row, field), value));
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
