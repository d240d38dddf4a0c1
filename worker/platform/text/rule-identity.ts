import { exactNameKey } from './match-name.ts';

/** What is alike in the spellings of a code of rules, as the database and the calculation compare codes: case, width and spaces do not count. */
export const codeKey = (code: string): string => exactNameKey(code);

/** What a row has in the columns that say which rule it is of, as `selectIdentity` gives it: a code by its key. */
export function identityOf(
  { identity, byCode }: { identity: readonly string[]; byCode?: true },
  row: Readonly<Record<string, unknown>>,
): unknown[] {
  return identity.map((column) => (byCode ? codeKey(String(row[column] ?? '')) : (row[column] ?? null)));
}

/** The version that a row is, or is of: the month from which it counts, empty for always, and which rule it is of. */
export function versionOf(rule: Parameters<typeof identityOf>[0], row: Readonly<Record<string, unknown>>): unknown[] {
  return [row.valid_from ?? '', ...identityOf(rule, row)];
}
