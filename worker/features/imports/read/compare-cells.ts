import { cleanFieldText } from '../../../contracts/field-schemas.ts';
import type { Field } from '../../../contracts/fields.ts';
import type { Values } from '../../../crud/resource.ts';
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
  const value = draft.values[name];
  if (value === undefined) return false;
  if (draft.cleared.has(name) && typeof stored === 'string' && isClearWord(stored)) return true;
  if (value === null || stored === null) return value === stored;
  if (Array.isArray(value)) return JSON.stringify([...value].sort()) === JSON.stringify([...(stored as unknown[])].sort());
  if (field.kind === 'text' && typeof value === 'string') return isSameText(field, value, String(stored));
  if (field.kind === 'decimal' || field.kind === 'integer') return value === asDisplayed(Number(stored));
  return String(value) === String(stored);
}

/** Fills a row that is a new version of a record: it says what the record says, but for the cells that say something else. */
export function copyRecord(fields: Readonly<Record<string, Field>>, draft: Draft, before: Values, lookups: Lookups): void {
  for (const [name, field] of Object.entries(fields)) {
    const isBlank = !draft.problems.has(name) && !draft.cleared.has(name) && (draft.values[name] ?? null) === null;
    if (!isBlank && !isSameCell(field, name, draft, before, lookups)) continue;
    draft.problems.delete(name);
    draft.values[name] = before[name] ?? null;
  }
}

/** Whether a text is too long for a cell, so that a file holds only its beginning. */
export function isCutByExcel(stored: unknown): boolean {
  return typeof stored === 'string' && stored.length > MAX_CELL_LENGTH;
}

function isSameText(field: Field, written: string, stored: string): boolean {
  const held = cleanFieldText(field, stored).trim();
  return written === held || (isCutByExcel(held) && written.length >= MAX_CELL_LENGTH - 1 && held.startsWith(written));
}
