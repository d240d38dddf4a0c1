import * as z from 'zod';
import '../../field-schemas.ts';
import { IMPORT_STATUSES } from '../import-status.ts';
import { IMPORT_MODES } from '../imports.ts';
import { keysOf } from './keys-of.ts';
import { named } from './row.ts';
import { brokenCase } from './rule-cases.ts';

/** One thing wrong with a row; `row` is the sheet's own row number, `column` the header as the file writes it. */
export const importError = () => z.object({ row: z.number(), column: z.string().nullable(), message: z.string() });
export type ImportError = z.infer<ReturnType<typeof importError>>;

/** A value of a record that a file changes, as people read it. */
const importChange = () =>
  z.object({
    row: z.number(),
    id: z.number(),
    field: z.string(),
    old: z.string().nullable(),
    new: z.string().nullable(),
  });
export type ImportChange = z.infer<ReturnType<typeof importChange>>;

const missingName = () =>
  z.object({
    entity: z.string(),
    name: z.string(),
    /** What the file calls the record that it belongs to: the department of a group. */
    parent: z.string().optional(),
    rows: z.number(),
    creatable: z.boolean(),
  });
export type MissingName = z.infer<ReturnType<typeof missingName>>;

/** `GET /imports/{id}`; `total` is null until the file is read, `failed` counts rows, `errors` are the first 100. */
export const importAnswer = () =>
  z.object({
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
    /** 1: a preview, which has written nothing; `inserted` and `updated` are what would be. */
    dry_run: z.union([z.literal(0), z.literal(1)]),
    /** The sheet that was read, and the others that have rows, to a thousand; null and none until the file is read. */
    sheet: z.string().nullable(),
    other_sheets: z.object({ name: z.string(), rows: z.number(), hidden: z.literal(true).optional() }).array(),
    /** Of a preview: the first 100 values that would change. */
    changes: importChange().array(),
    /** Names of the file that no record has, each once; those that `create_missing` would make, as a row needs nothing else, are `creatable`. */
    missing: missingName().array(),
    /** Versions of tables of scales that the file makes, with their rows and those that the table in force has. */
    versions: z.object({ code: z.string(), valid_from: z.string(), rows: z.number(), rows_now: z.number() }).array(),
    /** Worked examples that come to other points by the rules of the file. */
    broken_cases: brokenCase().array(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    user: named(),
    errors: importError().array(),
  });
export type Import = z.infer<ReturnType<typeof importAnswer>>;
