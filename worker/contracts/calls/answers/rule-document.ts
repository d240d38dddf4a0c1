import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

const value = () => z.union([z.string(), z.number()]).nullable();

/** A field that says something else than in the version that the person last read. */
const change = () => z.object({ field: z.string(), label: z.string(), old: value(), new: value() });

/** A formula: what is stored, and the same in the reader's words. */
const formula = () => z.object({ field: z.string(), label: z.string(), source: z.string(), words: z.string() });

const scaleRow = () =>
  z.object({
    id: z.number(),
    /** When it is taken, in words. */
    condition: z.string(),
    ...fieldsOf(z.number().nullable(), 'scale_factor', 'complexity_factor', 'standard_design_point', 'standard_check_point'),
    changes: change().array(),
  });

const basePointRow = () => z.object({ id: z.number(), condition: z.string(), points: formula().array(), changes: change().array() });

/** What follows from a scale code: its scale table, base points and result formulas. */
const ruleTable = () =>
  z.object({
    code: z.string(),
    scales: scaleRow().array(),
    base_points: basePointRow().array(),
    formulas: z.object({ id: z.number(), results: formula().array(), changes: change().array() }).nullable(),
  });
export type RuleTableText = z.infer<ReturnType<typeof ruleTable>>;

const standard = () =>
  z.object({
    id: z.number(),
    work_category_id: z.number(),
    work_category: z.string(),
    scale_code: z.string().nullable(),
    /** The scale row that the standard names itself. */
    tsubo_id: z.number().nullable(),
    standard_design_point: z.number().nullable(),
    standard_check_point: z.number().nullable(),
    changes: change().array(),
  });

/** The rules of a month as people read them. */
export const ruleDocument = () =>
  z.object({
    month: z.string(),
    /** Of the rules alone, as a calculation keeps them. */
    hash: z.string(),
    /** Of the rules with the expressions of the totals: what a person marks as read. */
    version: z.string(),
    /** When the last rule of the month was changed, and by whom; null where that is not known. */
    changed_at: z.string().nullable(),
    changed_by: z.string().nullable(),
    /** The last calculation of the month, and whether it went by these rules. */
    last_run: z.object({ id: z.number(), finished_at: z.string().nullable(), is_same: z.boolean() }).nullable(),
    /** The version that the person last read, and whether it is this one. */
    read: z.object({ at: z.string(), month: z.string(), is_same: z.boolean() }).nullable(),
    expressions: formula().extend({ changes: change().array() }).array(),
    customers: z.object({ id: z.number(), name: z.string(), standards: standard().array() }).array(),
    tables: ruleTable().array(),
    /** Rules that were there and are no more. */
    removed: z.object({ label: z.string(), changes: change().array() }).array(),
  });
export type RuleDocument = z.infer<ReturnType<typeof ruleDocument>>;
export type DocumentChange = z.infer<ReturnType<typeof change>>;
export type DocumentFormula = z.infer<ReturnType<typeof formula>>;
