import { cleanFieldText } from '../../../contracts/field-schemas.ts';
import type { Field, Values } from '../../../contracts/fields.ts';
import { IMAGE_WORDS, toPlainText } from '../../../platform/text/to-plain-text.ts';
import { asDisplayed } from './cells.ts';
import { type Draft, isClearWord } from './draft.ts';
import type { Lookups } from './lookups.ts';

/** Characters that a cell of Excel holds; an export cuts a longer text there. */
const MAX_CELL_LENGTH = 32_767;

/** Whether the cells of a field say what the record holds, as an export of it writes it. A blank cell says nothing. */
export function isSameCell(field: Field, name: string, draft: Draft, before: Values, lookups: Lookups): boolean {
  const stored = before[name] ?? null;
  const references = draft.references.get(name);
  if (references) return typeof stored === 'number' && references.every(({ text }) => lookups.goesBy(field.entity!, stored, text));
  const readings = draft.readings.get(name);
  if (readings && stored !== null) return readings.some((ids) => isSameSet(ids, stored));
  const value = draft.values[name];
  if (value === undefined) return false;
  if (draft.cleared.has(name) && typeof stored === 'string' && isClearWord(stored)) return true;
  if (value === null || stored === null) return value === stored;
  if (Array.isArray(value)) return isSameSet(value, stored);
  if (field.kind === 'text' && typeof value === 'string') return isSameText(field, value, String(stored));
  if (field.kind === 'decimal' || field.kind === 'integer') return value === asDisplayed(Number(stored));
  return String(value) === String(stored);
}

const isSameSet = (one: readonly unknown[], other: unknown): boolean =>
  JSON.stringify([...one].sort()) === JSON.stringify([...(other as unknown[])].sort());

/** Fills a row that is a new version of a record: it says what the record says, but for the cells that say something else. */
export function copyRecord(fields: Readonly<Record<string, Field>>, draft: Draft, before: Values, lookups: Lookups): void {
  for (const [name, field] of Object.entries(fields)) {
    const isBlank = !draft.problems.has(name) && !draft.cleared.has(name) && (draft.values[name] ?? null) === null;
    if (!isBlank && !isSameCell(field, name, draft, before, lookups)) continue;
    draft.problems.delete(name);
    draft.values[name] = before[name] ?? null;
  }
}

/** What a file cannot say of a text, so that it must not be written from there: all of a long one, or what a formatted one has beside its words. */
export function textLossOf(field: Field, stored: unknown, written: unknown): 'cut_by_excel' | 'formatted_text' | undefined {
  if (typeof stored !== 'string' || typeof written !== 'string' || written === stored) return undefined;
  if (writtenForms(field, stored).some(isCut)) return 'cut_by_excel';
  return field.rich && FORMATTING.test(stored) && !ANY_TAG.test(written) ? 'formatted_text' : undefined;
}

const isCut = (text: string): boolean => text.length > MAX_CELL_LENGTH;

/** Tags other than those of lines. */
const FORMATTING = /<(?!\/|(?:p|br|div)\b)[a-z]/i;
const ANY_TAG = /<[a-z]/i;

/** A text as files have it: as it is stored, or the plain text of a formatted one in either language. */
function writtenForms(field: Field, stored: string): string[] {
  const held = cleanFieldText(field, stored).trim();
  return field.rich ? [held, ...Object.values(IMAGE_WORDS).map((word) => toPlainText(held, word))] : [held];
}

function isSameText(field: Field, written: string, stored: string): boolean {
  if (written === stored) return true;
  return writtenForms(field, stored).some(
    (held) => written === held || (isCut(held) && written.length >= MAX_CELL_LENGTH - 1 && held.startsWith(written)),
  );
}
