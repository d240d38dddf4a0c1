import { sql } from 'drizzle-orm';
import type { BulkEdit } from '../../contracts/calls/answers/operations.ts';
import { DIRECT_POINTS } from '../../contracts/entities/directs.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Grant } from '../../contracts/roles.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowsByIds } from '../../crud/row.ts';
import { planUpdates, type RowUpdate, updateRows } from '../../crud/update-rows.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, readColumn } from '../../platform/db/typed-rows.ts';
import type { AppError } from '../../platform/errors.ts';

export const NO_EDIT: BulkEdit = { operation_id: null, status: 'done', changed: 0, unchanged: 0, refused: [], without_points: [] };

export type EditRows = (resource: Resource, caller: Caller, grant: Grant | undefined, rows: readonly RowUpdate[]) => Promise<BulkEdit>;

/** The same edit without the rows that would check a job that has no points: `without_points` names those. One round trip more. */
export function skipWithoutPoints(edit: EditRows): EditRows {
  return async (resource, caller, grant, rows) => {
    const ids = rows.map(({ id }) => id);
    const { results } = await caller.read(grant, (actor) => ({ found: queryRowsByIds(resource, ids, resource.scope?.(actor)) }));
    const without_points = listWithoutPoints(resource, rows, (id) => {
      const { row, inScope = false } = results.found.get(id) ?? {};
      return inScope && row?.is_checked !== 1 ? row : undefined;
    });
    const left = new Set(without_points);
    const edited = await edit(
      resource,
      caller,
      grant,
      rows.filter(({ id }) => !left.has(id)),
    );
    return { ...edited, without_points };
  };
}

/** Writes up to 1,000 records, each or not at all by itself, and answers what came of each. */
export async function writeEdits(
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  rows: readonly RowUpdate[],
): Promise<BulkEdit> {
  if (rows.length === 0) return NO_EDIT;
  const written = await updateRows(resource, caller, grant, rows);
  const refused = toRefused(written.refused, rows, caller);
  const without_points = listWithoutPoints(resource, rows, (_, place) =>
    written.changed.has(place) && !written.refused.has(place) ? written.rows.get(place) : undefined,
  );
  const operation_id = written.changed.size > 0 ? await readOperationId(caller) : null;
  const changed = [...written.changed].filter((place) => !written.refused.has(place)).length;
  return { operation_id, status: 'done', changed, unchanged: rows.length - changed - refused.length, refused, without_points };
}

/** What `writeEdits` would answer, by two reads. */
export async function tryEdits(
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  rows: readonly RowUpdate[],
): Promise<BulkEdit> {
  if (rows.length === 0) return NO_EDIT;
  const { found, plan } = await planUpdates(resource, caller, grant, rows);
  const refused = toRefused(plan.rows.length > 0 ? await caller.readMore(plan.check) : plan.refused, rows, caller);
  const refusedIds = new Set(refused.map(({ id }) => id));
  const without_points = listWithoutPoints(resource, rows, (id) => {
    const record = found.get(id)?.row;
    return refusedIds.has(id) || record?.is_checked === 1 ? undefined : record;
  });
  const changed = rows.length - plan.unchanged.length - refused.length;
  return { ...NO_EDIT, changed, unchanged: plan.unchanged.length, refused, without_points };
}

/** The jobs that are checked before they have points, which no calculation gives them any more. */
function listWithoutPoints(
  { columns }: Resource,
  rows: readonly RowUpdate[],
  recordOf: (id: number, place: number) => Values | undefined,
): number[] {
  const points = DIRECT_POINTS.filter((name) => name.startsWith('result_') && columns.has(name));
  if (points.length === 0) return [];
  return rows.flatMap(({ id, values }, place) => {
    const record = values.is_checked === 1 ? recordOf(id, place) : undefined;
    return record && points.every((name) => record[name] === null) ? [id] : [];
  });
}

/** Why rows are refused, by the ids of their records. */
export function toRefused(
  refused: ReadonlyMap<number, AppError>,
  rows: readonly { id: number }[],
  { lang }: Pick<Caller, 'lang'>,
): BulkEdit['refused'] {
  return [...refused].map(([place, error]) => {
    const { code, message } = error.body(lang, '');
    return { id: rows[place]!.id, code, message: Object.values(error.options.messages ?? {})[0] ?? message };
  });
}

async function readOperationId(caller: Caller): Promise<number | null> {
  const [id = null] = await caller.readMore(
    query(sql`SELECT id FROM operations WHERE request_id = ${caller.requestId}`, readColumn(asNumber)),
  );
  return id;
}
