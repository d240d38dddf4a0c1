import { type SQL, sql } from 'drizzle-orm';
import { IMPORT_MODES } from '../../../contracts/calls/imports.ts';
import { fillText, type Lang, type Text } from '../../../contracts/text.ts';
import { KEPT_BY_LOCKED } from '../../../crud/update-rows.ts';
import type { OtherSheet } from '../../../platform/xlsx/read/read.ts';
import { lockedMonthsOfRules } from '../../../resources/locked-months.ts';
import { listBroken } from '../../rules/cases/guard-cases.ts';
import type { KeptBrokenCase } from '../../rules/cases/judge-cases.ts';
import { importMessage, joinTexts } from '../importable.ts';
import { type ImportPlan, MAX_CHANGES } from '../plan/plan.ts';
import { MAX_ERRORS } from '../plan/stage-rows.ts';
import { describePassedOver } from '../read/passed-over.ts';
import type { ImportRow } from '../work.ts';

/** What is to be said of an import that came to its end, as it is stored: null where nothing is. */
export function describeOutcome(
  { dry_run }: ImportRow,
  plan: ImportPlan,
  broken: readonly KeptBrokenCase[] = [],
  lockedMonths: readonly string[] = [],
): string | null {
  const { unchanged, ignored, above, hidden, merged, passedOver, sheet, otherSheets, changes, hiddenColumns } = plan;
  const notes = [
    ...(dry_run ? [importMessage('previewed')] : []),
    ...(changes.length >= MAX_CHANGES ? [importMessage('first_changes', { count: MAX_CHANGES })] : []),
    ...(broken.length > 0 ? [importMessage('cases_broken', { cases: listBroken(broken) })] : []),
    ...(lockedMonths.length > 0 ? [fillText(KEPT_BY_LOCKED, { months: lockedMonths.join(', ') })] : []),
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

/** The same with the locked months that go on by what was before, which are known once the rows are written. */
export function withLockedMonths(message: string | null, requestId: string): SQL {
  const text = (lang: Lang) =>
    sql`ltrim(ifnull(${message} ->> ${`$.${lang}`}, '') || '. ' || replace(${KEPT_BY_LOCKED[lang]}, '{months}', m.list), '. ')`;
  return sql`(SELECT iif(m.list IS NULL, ${message}, json_object('vi', ${text('vi')}, 'en', ${text('en')}))
    FROM (SELECT group_concat(month, ', ') AS list FROM (${lockedMonthsOfRules(requestId)})) m)`;
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

/** That a number of rows is wrong, that not all of them are listed, and the columns that were not read: one may be what the rows lack. */
export function countMessage(text: 'nothing_written' | 'none_right', failed: number, ignored: readonly string[]): Text {
  return joinTexts([
    importMessage(text, { count: failed }),
    ...(failed > MAX_ERRORS ? [importMessage('more_errors', { count: MAX_ERRORS })] : []),
    ...(ignored.length > 0 ? [importMessage('ignored_columns', { columns: ignored.join(', ') })] : []),
  ]);
}

export function tooLongMessage(): Text {
  return importMessage('too_long', { mode: IMPORT_MODES.valid_rows });
}
