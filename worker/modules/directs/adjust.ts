import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { updateSchema } from '../../contracts/body-schemas.ts';
import { idSchema } from '../../contracts/field-schemas.ts';
import type { Lang } from '../../contracts/text.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseBody } from '../../crud/parse-call.ts';
import { requireVisible, requireWritable } from '../../crud/read.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { addImageAddresses, readFoundRow, selectRowById } from '../../crud/row.ts';
import { invalidFieldError } from '../../crud/write.ts';
import { isMonthLocked } from '../../db/month-lock.ts';
import { AppError } from '../../errors.ts';
import { keepPoints } from '../../resources/directs.ts';
import { ADJUSTABLE } from '../../resources/directs_techousei.ts';
import { notifyAdjusted } from '../notices/notify.ts';

export interface Adjusted {
  /** The rows as they are now. */
  data: Values[];
  refused: { id: number; message: string }[];
}

interface Adjustment {
  id: number;
  version: number | undefined;
  points: Values;
  /** Why, of this row or of them all. */
  reason: string | null;
}

const MAX_ROWS = 1000;

/**
 * `POST directs_techousei/add-multiple {directs: rows, reason?}`: sets the result points of many rows in one transaction and marks them as adjusted.
 * A row that may not be written (checked, locked, stale, gone, bad points) is left as it is and named with its reason; when none can be
 * written, that reason is the error. Two round trips.
 */
export async function adjustMany(resource: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Adjusted> {
  const { contract } = resource;
  const reasons = new Map<number, AppError>();
  const adjustments = await authorizeThenValidate(caller, contract.access.update, async () =>
    parseRows(resource, await readBody(), caller, reasons),
  );
  const { actor, results } = await caller.read(contract.access.update, () => adjustments.map(({ id }) => selectRowById(resource, id)));
  const wanted = adjustments.filter((adjustment, index) => {
    try {
      if (reasons.has(adjustment.id)) return false;
      const found = requireVisible(resource, readFoundRow(resource, results[index]), caller.lang);
      requireWritable(resource, found);
      const { row } = found;
      if (adjustment.version !== undefined && adjustment.version !== row.version) throw new AppError('stale');
      keepPoints(adjustment.points, { verb: 'update', lang: caller.lang, before: row, source: 'screen' });
      return ADJUSTABLE.some((name) => adjustment.points[name] !== undefined && adjustment.points[name] !== row[name]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set(adjustment.id, error);
      return false;
    }
  });
  const data = wanted.length > 0 ? await write(resource, caller, actor, wanted, reasons) : [];
  if (data.length === 0 && reasons.size > 0) throw refusal(reasons, caller);
  return { data, refused: [...reasons].map(([id, error]) => ({ id, message: messageOf(error, caller) })) };
}

async function write(
  resource: Resource,
  caller: Caller,
  actor: Actor,
  wanted: readonly Adjustment[],
  reasons: Map<number, AppError>,
): Promise<Values[]> {
  const list = JSON.stringify(wanted.map(({ id, version, points, reason }) => ({ id, version: version ?? null, reason, ...points })));
  const point = (name: string) =>
    sql`iif(json_type(j.value, ${`$.${name}`}) IS NULL, directs.${sql.identifier(name)}, json_extract(j.value, ${`$.${name}`}))`;
  const statements = [
    sql`UPDATE directs SET result_design_point = ${point('result_design_point')}, result_check_point = ${point('result_check_point')},
        adjust_reason = json_extract(j.value, '$.reason'), is_updated = 1, updated_at = ${caller.clock.time()}, version = directs.version + 1
      FROM json_each(${list}) j
      WHERE directs.id = json_extract(j.value, '$.id') AND directs.is_checked = 0 AND NOT ${isMonthLocked(sql`directs.henkyaku_hi`)}
        AND directs.version = ifnull(json_extract(j.value, '$.version'), directs.version) RETURNING directs.id`,
    ...wanted.map(({ id }) => selectRowById(resource, id)),
    notifyAdjusted(sql`id IN (SELECT json_extract(value, '$.id') FROM json_each(${list}))`, caller.requestId, actor.id),
  ];
  const results = await caller.write(statements).catch((error) => throwApiError(resource, caller, error, []));
  const written = new Set(results[0]!.rows.map((row) => Number(row.id)));
  return wanted.flatMap(({ id }, index) => {
    const found = readFoundRow(resource, results[index + 1]);
    if (written.has(id) && found) return [addImageAddresses(resource, caller, found.row)];
    reasons.set(id, new AppError('stale'));
    return [];
  });
}

function parseRows(
  resource: Resource,
  { directs: rows, reason: shared }: Values,
  { lang }: Caller,
  reasons: Map<number, AppError>,
): Adjustment[] {
  const list = z
    .array(z.object({ id: idSchema, version: z.int().optional().catch(undefined) }).loose())
    .min(1)
    .max(MAX_ROWS)
    .safeParse(rows);
  if (!list.success) {
    throw new AppError(
      'invalid',
      {},
      { messages: { directs: invalidFieldError(resource, 'directs', 'ids', lang).options.messages!.directs! } },
    );
  }
  return list.data.map(({ id, version, ...row }) => {
    const reason = reasonOf(row.adjust_reason ?? row.reason ?? shared, resource, lang);
    const points = Object.fromEntries(ADJUSTABLE.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
    try {
      return { id, version, reason, points: parseBody(resource, updateSchema(resource.contract.fields), points, lang) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set(id, error);
      return { id, version, reason, points: {} };
    }
  });
}

function reasonOf(value: unknown, resource: Resource, lang: Lang): string | null {
  const { adjust_reason } = parseBody(resource, updateSchema(resource.contract.fields), { adjust_reason: value ?? null }, lang);
  return typeof adjust_reason === 'string' && adjust_reason !== '' ? adjust_reason : null;
}

function refusal(reasons: ReadonlyMap<number, AppError>, caller: Caller): AppError {
  const [first] = reasons.values();
  const messages = Object.fromEntries([...reasons].map(([id, error]) => [String(id), messageOf(error, caller)]));
  return new AppError(first!.code, first!.params, { messages });
}

function messageOf(error: AppError, { lang }: Caller): string {
  return Object.values(error.options.messages ?? {})[0] ?? error.body(lang, '').message;
}
