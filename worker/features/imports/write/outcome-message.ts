import { IMPORT_MODES } from '../../../contracts/calls/imports.ts';
import type { Text } from '../../../contracts/text.ts';
import type { OtherSheet } from '../../../platform/xlsx/read/read.ts';
import { listBroken } from '../../rules/cases/guard-cases.ts';
import type { KeptBrokenCase } from '../../rules/cases/judge-cases.ts';
import { importMessage, joinTexts } from '../importable.ts';
import { type ImportPlan, MAX_CHANGES } from '../plan/plan.ts';
import { MAX_ERRORS } from '../plan/stage-rows.ts';
import { describePassedOver } from '../read/passed-over.ts';
import type { Job } from '../work.ts';

/** What is to be said of an import that came to its end, as it is stored: null where nothing is. */
export function describeOutcome({ dry_run }: Job, plan: ImportPlan, broken: readonly KeptBrokenCase[] = []): string | null {
  const { unchanged, ignored, above = 0, hidden, merged = 0, passedOver = {}, sheet, otherSheets, changes, hiddenColumns = [] } = plan;
  const notes = [
    ...(dry_run ? [importMessage('previewed')] : []),
    ...(changes.length >= MAX_CHANGES ? [importMessage('first_changes', { count: MAX_CHANGES })] : []),
    ...(broken.length > 0 ? [importMessage('cases_broken', { cases: listBroken(broken) })] : []),
    ...describeOtherSheets(sheet, otherSheets),
    ...(above > 0 ? [importMessage('rows_above', { count: above })] : []),
    ...(hidden > 0 ? [importMessage('hidden_rows', { count: hidden })] : []),
    ...(hiddenColumns.length > 0 ? [importMessage('hidden_columns', { columns: hiddenColumns.join(', ') })] : []),
    ...(merged > 0 ? [importMessage('merged_rows', { count: merged })] : []),
    ...describePassedOver(passedOver),
    ...(unchanged > 0 ? [importMessage('unchanged', { count: unchanged })] : []),
    ...(ignored.length > 0 ? [importMessage('ignored_columns', { columns: ignored.join(', ') })] : []),
  ];
  return notes.length > 0 ? JSON.stringify(joinTexts(notes)) : null;
}

/** Which sheets of the file were not read, those that are hidden apart. */
export function describeOtherSheets(sheet: string, all: readonly OtherSheet[]): Text[] {
  const list = (sheets: readonly OtherSheet[]) => sheets.map(({ name, rows }) => `«${name}» (${rows})`).join(', ');
  const [hidden, others] = [all.filter((other) => other.hidden), all.filter((other) => !other.hidden)];
  return [
    ...(others.length > 0 ? [importMessage('other_sheets', { sheet, others: list(others) })] : []),
    ...(hidden.length > 0 ? [importMessage('hidden_sheets', { others: list(hidden) })] : []),
  ];
}

/** That a number of rows is wrong, and that not all of them are listed. */
export function countMessage(text: 'nothing_written' | 'none_right', failed: number): Text {
  return joinTexts([
    importMessage(text, { count: failed }),
    ...(failed > MAX_ERRORS ? [importMessage('more_errors', { count: MAX_ERRORS })] : []),
  ]);
}

export function tooLongMessage(): Text {
  const { vi, en } = IMPORT_MODES.valid_rows;
  return { vi: importMessage('too_long', { mode: vi }).vi, en: importMessage('too_long', { mode: en }).en };
}
