import { getTableColumns } from 'drizzle-orm';
import { users } from '../db/schema/organisation.ts';
import { deriveTextKeys } from '../text/text-keys.ts';

const USERS = { columns: new Set(Object.keys(getTableColumns(users))) };

/** Columns of a new account that goes by one text: its username, name and code, and what they are found by. */
export function accountNames(text: string): Record<string, unknown> {
  const row: Record<string, unknown> = { username: text, name: text, code: text };
  for (const name of Object.keys(row)) deriveTextKeys(USERS, name, text, row);
  return row;
}
