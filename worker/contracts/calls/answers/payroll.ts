import * as z from 'zod';
import '../../field-schemas.ts';
import { PAYROLL_COLUMNS, PAYROLL_KINDS } from '../payroll.ts';
import { keysOf } from './keys-of.ts';
import { named } from './row.ts';

const payrollColumn = () =>
  z.object({
    kind: keysOf(PAYROLL_COLUMNS),
    heading: z.string(),
    /** Of a constant. */
    value: z.string().optional(),
  });
export type PayrollColumn = z.infer<ReturnType<typeof payrollColumn>>;

/** How the file is laid out; `version` is 0 until somebody has chosen. */
export const payrollMap = () =>
  z.object({
    columns: payrollColumn().array(),
    /** Of a text file: with a comma its cells are separated by semicolons. */
    decimal_sign: z.enum(['comma', 'dot']),
    format: z.enum(['csv', 'xlsx']),
    version: z.number(),
    updated_at: z.string().nullable(),
    updated_by: z.string().nullable(),
  });
export type PayrollMap = z.infer<ReturnType<typeof payrollMap>>;

/** By how much a file moves what payroll has of a person; null for a total that it does not have. */
const payrollChange = () =>
  z.object({
    user_id: z.number(),
    name: z.string(),
    employee_code: z.string(),
    total_point_1: z.number().nullable(),
    total_point_2: z.number().nullable(),
  });
export type PayrollChange = z.infer<ReturnType<typeof payrollChange>>;

const person = () => z.object({ user_id: z.number(), name: z.string() });

/** What is handed over: everybody, or what a new seal moved since the file before. */
const handover = () =>
  z.object({
    seal_version: z.number(),
    kind: keysOf(PAYROLL_KINDS),
    rows: z.number(),
    /** Of a difference. */
    changes: payrollChange().array(),
  });

/** A file that was handed over. */
export const payrollExport = () =>
  handover().extend({
    id: z.number(),
    year: z.number(),
    month: z.number(),
    format: z.enum(['csv', 'xlsx']),
    /** Of the file's bytes. */
    sha256: z.string(),
    created_at: z.string(),
    created_by: named(),
  });
export type PayrollExport = z.infer<ReturnType<typeof payrollExport>>;

/** What was made; nothing, with null for id and hash, while people with figures have no employee code: those are `missing`. */
export const madePayrollExport = () =>
  handover().extend({ id: z.number().nullable(), sha256: z.string().nullable(), missing: person().array() });
export type MadePayrollExport = z.infer<ReturnType<typeof madePayrollExport>>;

/** What a file made now would be. */
export const payrollPreview = () =>
  handover().extend({
    missing: person().array(),
    headings: z.string().array(),
    /** The first rows, as the file writes them. */
    sample: z.string().array().array(),
    /** The file of this seal that is there already: nothing more is to be handed over. */
    handed: z.number().nullable(),
  });
export type PayrollPreview = z.infer<ReturnType<typeof payrollPreview>>;
