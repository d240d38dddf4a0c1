import * as z from 'zod';
import { updateSchema } from '../../contracts/body-schemas.ts';
import { idSchema } from '../../contracts/field-schemas.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { parseBody } from '../../crud/parse-body.ts';
import type { Resource } from '../../crud/resource.ts';
import { addImageAddresses } from '../../crud/row.ts';
import { type RowUpdate, updateRows } from '../../crud/update-rows.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { ADJUSTABLE } from '../../resources/directs.ts';
import { directsTechouseiResource } from '../../resources/directs_techousei.ts';
import { adjustmentEffects } from './adjustment-effects.ts';

export interface Adjusted {
  /** The rows as they are now. */
  data: Values[];
  refused: { id: number; code: string; message: string }[];
}

/** A row as sent: what is to be written, or why it can't be. */
interface Adjustment {
  id: number;
  row: RowUpdate | AppError;
}

const MAX_ROWS = 1000;
const NO_ROWS: Text = {
  vi: `Gửi từ 1 đến ${MAX_ROWS} dòng, mỗi dòng có id của một việc, mỗi việc một lần`,
  en: `Send 1 to ${MAX_ROWS} rows, each with the id of a job, every job once`,
};

/** The reason of an adjustment counts only with points that change. */
const adjusting: Resource = {
  ...directsTechouseiResource,
  updateEffects: adjustmentEffects,
  deriveColumns: (values, context) =>
    ADJUSTABLE.some((name) => values[name] !== undefined && values[name] !== context.before?.[name])
      ? directsTechouseiResource.deriveColumns!(values, context)
      : {},
};

/**
 * `POST directs_techousei/add-multiple {directs: rows, reason?}`: sets the result points of many rows in one transaction and marks them as adjusted.
 * A row that may not be written (checked, locked, stale, gone, bad points) is left as it is and named with its reason; when none can be
 * written, that reason is the error. Two round trips.
 */
export async function adjustMany(caller: Caller, readBody: () => Promise<Values>): Promise<Adjusted> {
  const grant = adjusting.contract.access.update;
  const adjustments = await authorizeThenValidate(caller, grant, async () => parseRows(await readBody(), caller.lang));
  const updates = adjustments.flatMap(({ row }) => (row instanceof AppError ? [] : [row]));
  const { rows, changed, refused } = await updateRows(adjusting, caller, grant, updates);
  const data = [...changed].map((place) => addImageAddresses(adjusting, caller, rows.get(place)!));
  const reasons = adjustments.flatMap(({ id, row }) => {
    const error = row instanceof AppError ? row : refused.get(updates.indexOf(row));
    return error ? [{ id, error, message: error.firstMessage(caller.lang) }] : [];
  });
  if (data.length === 0 && reasons.length > 0) {
    // The reason is one field for all rows.
    if (reasons[0]!.error.options.messages?.adjust_reason) throw reasons[0]!.error;
    const messages = Object.fromEntries(reasons.map(({ id, message }) => [String(id), message]));
    throw new AppError(reasons[0]!.error.code, reasons[0]!.error.params, { messages });
  }
  return { data, refused: reasons.map(({ id, error, message }) => ({ id, code: error.body(caller.lang, '').code, message })) };
}

function parseRows({ directs: rows, reason: shared }: Values, lang: Lang): Adjustment[] {
  const list = z
    .array(z.object({ id: idSchema, version: z.int().optional().catch(undefined) }).loose())
    .min(1)
    .max(MAX_ROWS)
    .refine((given) => new Set(given.map(({ id }) => id)).size === given.length)
    .safeParse(rows);
  if (!list.success) throw new AppError('invalid', {}, { messages: { directs: NO_ROWS[lang] } });
  const schema = updateSchema(adjusting.contract.fields);
  return list.data.map(({ id, version, ...row }) => {
    const { adjust_reason } = parseBody(adjusting, schema, { adjust_reason: row.adjust_reason ?? row.reason ?? shared ?? null }, lang);
    const points = Object.fromEntries(ADJUSTABLE.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
    try {
      return { id, row: { id, version, values: { ...parseBody(adjusting, schema, points, lang), adjust_reason } } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { id, row: error };
    }
  });
}
