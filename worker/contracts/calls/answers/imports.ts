import * as z from 'zod';
import '../../field-schemas.ts';
import { IMPORT_MODES, IMPORT_STATUSES } from '../imports.ts';
import { keysOf } from './keys-of.ts';

/** One thing wrong with a row; `row` is the sheet's own row number, `column` the header as the file writes it. */
export const importError = z.object({
  row: z.number(),
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportError = z.infer<typeof importError>;

/** `GET /imports/{id}`; `total` is null until the file is read, `failed` counts rows, `errors` are the first 100. */
export const importAnswer = z.object({
  id: z.number(),
  entity: z.string(),
  mode: keysOf(IMPORT_MODES),
  status: z.enum(IMPORT_STATUSES),
  message: z.string().nullable(),
  file_name: z.string(),
  total: z.number().nullable(),
  done: z.number(),
  inserted: z.number(),
  updated: z.number(),
  /** Rows that say what their record holds already. */
  unchanged: z.number(),
  failed: z.number(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  user: z.object({ id: z.number(), name: z.string() }),
  errors: importError.array(),
});
export type Import = z.infer<typeof importAnswer>;
