import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { BulkEdit, KeptRow } from '../../contracts/calls/answers/operations.ts';
import { bulkRow } from '../../contracts/calls/declared/bulk.ts';
import { idSchema } from '../../contracts/field-schemas.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowsByIds } from '../../crud/row.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readColumn } from '../../platform/db/typed-rows.ts';
import type { Outcome as MessageOutcome } from '../../platform/queue/run.ts';
import { parseEdit, parseRows } from './bulk.ts';
import { skipWithoutPoints, writeEdits } from './edit-rows.ts';
import { insertKeptRows, titleOfRow } from './kept-rows.ts';
import type { Outcome } from './list.ts';
import { type RunPart, workInPieces } from './run-part.ts';
import { pieceRows, updateRun } from './work.ts';

/** What is left of a bulk edit: the records behind the first `at`. */
const bulkTask = () =>
  z.object({
    entity: z.string(),
    /** Records that are all to hold `values` … */
    ids: idSchema.array().default([]),
    values: z.record(z.string(), z.unknown()).default({}),
    versions: z.record(z.string(), z.int()).optional(),
    /** … or records with values of their own. */
    rows: bulkRow().array().optional(),
    skip_without_points: z.boolean().default(false),
    at: z.int().default(0),
    piece_rows: pieceRows,
  });

/** Goes on with a bulk edit until the deadline. A record that its request wrote already, before a crash, is not written again. */
export async function editPieces(
  part: RunPart,
  resources: readonly Resource[],
  given: unknown,
  { unchanged = 0, without_points = 0 }: Outcome,
): Promise<MessageOutcome> {
  const { caller, lease } = part;
  const task = bulkTask().parse(given);
  const resource = resources.find(({ contract }) => contract.name === task.entity)!;
  const { grant, parse } = prepareEdit(resource, task, caller);
  const records = task.rows ?? task.ids.map((id) => ({ id, version: task.versions?.[id], values: task.values }));
  const counts = { unchanged, without_points };
  const edit = task.skip_without_points ? skipWithoutPoints(writeEdits) : writeEdits;
  return workInPieces(part, { from: task.at, rows: task.piece_rows, counts }, async (at, size) => {
    const piece = records.slice(at, at + size);
    if (piece.length === 0) return undefined;
    const ids = piece.map(({ id }) => id);
    const done = new Set(await caller.readMore(queryWritten(resource, caller.requestId, ids)));
    const { rows, refused } = parse(piece.filter(({ id }) => !done.has(id)));
    const edited = await edit(resource, caller, grant, rows);
    const kept = await nameKeptRows(resource, caller, [...refused, ...edited.refused]);
    counts.unchanged += edited.unchanged;
    counts.without_points += edited.without_points.length;
    const next = { ...task, at: at + size, piece_rows: size };
    const stays = insertKeptRows(caller.requestId, kept);
    await caller.write({ stays, run: updateRun(lease, caller.clock, { task: next, advance: piece.length, ...counts }) });
    return next.at;
  });
}

/** The right that an edit takes, and how the records of a piece become rows to write; one whose values are not valid is refused by itself. */
function prepareEdit(resource: Resource, task: z.infer<ReturnType<typeof bulkTask>>, caller: Caller) {
  type Given = NonNullable<typeof task.rows>;
  if (task.rows) return { grant: resource.contract.access.update, parse: (piece: Given) => parseRows(resource, piece, caller) };
  const { values, grant } = parseEdit(resource, task.values, caller);
  return { grant, parse: (piece: Given) => ({ rows: piece.map(({ id, version }) => ({ id, version, values })), refused: [] }) };
}

/** The refused records of a piece with what they are called, but for those out of the scope of the person. */
async function nameKeptRows(resource: Resource, caller: Caller, refused: BulkEdit['refused']): Promise<KeptRow[]> {
  if (refused.length === 0) return [];
  const ids = refused.map(({ id }) => id);
  const { results: found } = await caller.read(resource.contract.access.list, (actor) =>
    queryRowsByIds(resource, ids, resource.scope?.(actor)),
  );
  return refused.map(({ id, code, message }) => {
    const record = found.get(id);
    const title = titleOfRow(resource, record?.inScope ? record.row : undefined);
    return { entity: resource.contract.name, id, title, reason: code, message };
  });
}

/** Those of the records that a request wrote. The `+` keeps the search on the records: a request wrote many. */
function queryWritten({ table }: Resource, requestId: string, ids: readonly number[]) {
  return query(
    sql`SELECT DISTINCT h.record_id FROM json_each(${JSON.stringify(ids)}) j
      CROSS JOIN history h ON h.entity = ${table} AND h.record_id = j.value AND +h.request_id = ${requestId}`,
    readColumn(asNumber),
  );
}
