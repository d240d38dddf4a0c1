import { readLocalStorage, writeLocalStorage } from '../../ui/hooks/local-storage.ts';

/** A record as the search shows it. */
export interface FoundRecord {
  entity: string;
  id: number;
  title: string;
  subtitle: string | null;
  path: string;
}

const MAX_RECENT = 8;
/** Each person's own: browsers are shared. */
const keyOf = (user: number) => `recent_records.${user}`;

/** The records that a person opened last in this browser, the latest first. */
export function readRecentRecords(user: number): FoundRecord[] {
  const kept = readLocalStorage<unknown>(keyOf(user), []);
  return Array.isArray(kept) ? kept.filter(isRecord).slice(0, MAX_RECENT) : [];
}

/** Puts a record before the others. */
export function rememberRecord(user: number, record: FoundRecord): void {
  const others = readRecentRecords(user).filter(({ path }) => path !== record.path);
  writeLocalStorage(keyOf(user), [record, ...others].slice(0, MAX_RECENT));
}

function isRecord(value: unknown): value is FoundRecord {
  const record = value as Partial<FoundRecord> | null;
  return typeof record?.title === 'string' && typeof record.path === 'string' && record.path.startsWith('/');
}
