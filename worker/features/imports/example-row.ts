import type { Contract } from '../../contracts/contract.ts';
import type { Field } from '../../contracts/fields.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { fold } from '../../platform/text/fold.ts';
import type { CellValue } from '../../platform/xlsx/cell-value.ts';

/** What the first cell of the examples begins with: an import passes over such a row. */
const MARK: Text = { vi: '(ví dụ)', en: '(example)' };
const MARKS = Object.values(MARK).map(fold);

/** Examples of fields whose kind does not say enough. */
const EXAMPLES: Readonly<Record<string, string | number>> = {
  email: 'an.nguyen@example.com',
  username: 'an.nguyen',
  employee_code: 'NV001',
  phone: '0912345678',
  scale_code: 'S1',
  scale_factor_code: 'S1',
  result_design_formula: 'standard_design_point * scale_factor * complex_factor',
  result_check_formula: 'standard_check_point * scale_factor',
  code: 'A01',
};

/** Values that show how the required columns are filled in, the first text of them marked as an example; the other cells stay blank. */
export function exampleRow(
  { fields }: Contract,
  names: readonly string[],
  choicesOf: (name: string) => readonly string[] | undefined,
  lang: Lang,
): readonly (string | number | null)[] {
  let marked = false;
  return names.map((name) => {
    const field = fields[name]!;
    if (!field.required && !(name in EXAMPLES)) return null;
    const value = EXAMPLES[name] ?? choicesOf(name)?.[0] ?? exampleOf(field, lang);
    if (marked || typeof value === 'number' || field.kind === 'date') return value;
    marked = true;
    return `${MARK[lang]} ${value}`;
  });
}

/** Whether a row of a file is the examples of a template. */
export function isExampleRow(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => typeof cell === 'string' && mayBeMarked(cell) && MARKS.some((mark) => fold(cell).trim().startsWith(mark)));
}

/** Most texts of a file begin with a letter, which tells that they are none without a pattern. */
function mayBeMarked(text: string): boolean {
  const first = text.trimStart().charCodeAt(0);
  return first === 0x28 || first === 0xff08;
}

function exampleOf({ kind, label, min = 0, max }: Field, lang: Lang): string | number {
  if (kind === 'date') return '2026-10-15';
  if (kind === 'month') return '2026-10';
  if (kind === 'integer' || kind === 'decimal') return Math.min(Math.max(min, 1), max ?? 1);
  return label[lang];
}
