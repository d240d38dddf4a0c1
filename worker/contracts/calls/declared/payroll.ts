import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import { isStorable } from '../../value-forms.ts';
import { madePayrollExport, payrollExport, payrollMap, payrollPreview } from '../answers/payroll.ts';
import { monthFilter, yearMonthFields } from '../month-lock.ts';
import { MAX_PAYROLL_COLUMNS, MAX_PAYROLL_TEXT, PAYROLL_COLUMNS, PAYROLL_MAP_LABELS, type PayrollColumnKind } from '../payroll.ts';
import { defineCall } from './define-call.ts';

const invalid = { error: ruleToken('invalid') };
const oneOf = <const O extends string>(options: readonly O[]) =>
  z.enum(options, { error: ruleToken('option', { options: options.join(', ') }) });
const shortText = () =>
  z
    .string(invalid)
    .trim()
    .max(MAX_PAYROLL_TEXT, { error: ruleToken('max_length', { max: MAX_PAYROLL_TEXT }) })
    .refine(isStorable, { error: ruleToken('characters') });

const mapBody = () =>
  z.object(
    {
      columns: z
        .array(
          z.object(
            {
              kind: oneOf(Object.keys(PAYROLL_COLUMNS) as PayrollColumnKind[]),
              heading: shortText().min(1, { error: ruleToken('required') }),
              value: shortText().optional(),
            },
            invalid,
          ),
          { error: ruleToken('list') },
        )
        .max(MAX_PAYROLL_COLUMNS, { error: ruleToken('max_entries', { max: MAX_PAYROLL_COLUMNS }) }),
      decimal_sign: oneOf(['comma', 'dot']),
      format: oneOf(['csv', 'xlsx']),
      version: z.number(invalid).int(invalid).nullish(),
    },
    invalid,
  );

/** Closed months for the program that pays. */
export const payrollCalls = {
  readMap: defineCall('GET /payroll_map', ADMIN, 'How the file for payroll is laid out.', { answer: payrollMap }),
  saveMap: defineCall(
    'PUT /payroll_map',
    ADMIN,
    'Lays the file for payroll out: its columns in order with their headings. A stale `version` is a 409.',
    { body: mapBody, labels: PAYROLL_MAP_LABELS, answer: payrollMap },
  ),
  list: defineCall('GET /payroll_exports', ADMIN, 'The files that were handed to payroll for a month, a year or all, the newest first.', {
    params: monthFilter,
    answer: () => z.object({ data: payrollExport().array() }),
  }),
  preview: defineCall('GET /payroll_exports/preview', ADMIN, 'What a file made now would have, with its first rows.', {
    params: yearMonthFields,
    answer: payrollPreview,
  }),
  make: defineCall(
    'POST /payroll_exports',
    ADMIN,
    'Hands a locked month to payroll: everybody, or after a new seal the differences. Asked again for the same seal it answers the file that is there (200). People with figures but no employee code are `missing`: then no file is made (200, `id` null).',
    { body: yearMonthFields, status: 201, answer: madePayrollExport },
  ),
  file: defineCall('GET /payroll_exports/:id/file', ADMIN, 'The file, byte for byte as it was made.', { answer: 'file' }),
};
