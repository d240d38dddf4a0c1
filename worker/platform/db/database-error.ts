/** A statement that the database refused. */
export class DatabaseError extends Error {
  readonly kind:
    | 'month_locked'
    | 'record_checked'
    | 'reason_required'
    | 'last_admin'
    | 'name_taken'
    | 'outdated'
    | 'scenario_closed'
    | 'too_many_cases'
    | 'unique'
    | 'dangling'
    | 'referenced'
    | 'busy'
    | 'crowded'
    | 'cut'
    | 'out_of_memory'
    | 'blocked'
    | 'unreachable'
    | 'unwritable'
    | 'too_large'
    | 'fault';
  /** Columns of the unique index, as table.column. */
  readonly columns: readonly string[];

  constructor(kind: DatabaseError['kind'], columns: readonly string[] = [], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.columns = columns;
  }
}

/** It passes by itself, and nothing was done. */
export const comesFree = ({ kind }: DatabaseError): boolean => ['busy', 'crowded', 'cut'].includes(kind);

/** A row is refused for what others did since it was read: they locked its month, checked it, or took its unique key. */
export function isRowRefused(error: unknown): boolean {
  return error instanceof DatabaseError && ['month_locked', 'record_checked', 'unique'].includes(error.kind);
}

/** What a driver's error means: its code decides, and within a code the text that SQLite or the trigger wrote at the end of the message. */
export function toDatabaseError(error: unknown): DatabaseError {
  const causes = causesOf(error);
  const codes = causes.map(({ code }) => code);
  const messages = causes.map(({ name, message }) => `${name}\n${message}`).join('\n');
  const hasCode = (...wanted: string[]) => codes.some((code) => wanted.some((one) => code === one || code.startsWith(`${one}_`)));
  if (hasCode('SQLITE_CONSTRAINT')) return constraintError(messages, error);
  if (hasCode('SQLITE_BUSY', 'SQLITE_LOCKED') || BUSY.test(messages)) return new DatabaseError('busy', [], error);
  if (hasCode('BLOCKED') || BLOCKED.test(messages)) return new DatabaseError('blocked', [], error);
  if (CROWDED.test(messages)) return new DatabaseError('crowded', [], error);
  if (hasCode('STREAM_EXPIRED', 'TRANSACTION_TIMEOUT')) return new DatabaseError('cut', [], error);
  if (hasCode('SQLITE_NOMEM') || OUT_OF_MEMORY.test(messages)) return new DatabaseError('out_of_memory', [], error);
  if (hasCode('SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN')) return new DatabaseError('unwritable', [], error);
  if (hasCode('SQLITE_TOOBIG', 'RESPONSE_TOO_LARGE') || TOO_LARGE.test(messages)) return new DatabaseError('too_large', [], error);
  if (hasCode('SERVER_ERROR', ...CONNECTION_CODES)) return new DatabaseError('unreachable', [], error);
  // The server's answer about a statement is no broken connection, whatever words are in it.
  if (!hasCode('SQLITE', 'SQL') && UNREACHABLE.test(messages)) return new DatabaseError('unreachable', [], error);
  return new DatabaseError('fault', [], error);
}

function constraintError(messages: string, error: unknown): DatabaseError {
  if (/(?:^|: )month_closing$/m.test(messages)) return new DatabaseError('busy', [], error);
  const raised = RAISED.find((code) => new RegExp(`(?:^|: )${code}$`, 'm').test(messages));
  if (raised) return new DatabaseError(raised, [], error);
  const unique = /(?:^|: )UNIQUE constraint failed: ([\w., ]+)$/m.exec(messages);
  if (unique) return new DatabaseError('unique', unique[1]!.split(', '), error);
  // How a write reports that what it was decided by has changed since.
  if (/(?:^|: )NOT NULL constraint failed: write_context\.at$/m.test(messages)) return new DatabaseError('outdated', [], error);
  // How a write reports that a row it points to is gone.
  if (/(?:^|: )NOT NULL constraint failed: \w+\.version$/m.test(messages)) return new DatabaseError('dangling', [], error);
  if (/(?:^|: )FOREIGN KEY constraint failed$/m.test(messages)) return new DatabaseError('referenced', [], error);
  return new DatabaseError('fault', [], error);
}

/** What triggers refuse, by the word that they raise. */
const RAISED = [
  'month_locked',
  'record_checked',
  'reason_required',
  'last_admin',
  'name_taken',
  'scenario_closed',
  'too_many_cases',
] as const;
const BUSY = /(?:^|: )(?:SQLite error: )?database is locked$/m;
const CROWDED = /(?:^|: )Server returned HTTP status 429\b/m;
/** More than the plan of the account pays for, and nothing beyond it agreed; said with a code or in the text of a refused request. */
const BLOCKED = /(?:^|: )Operation was blocked\b|"BLOCKED"/m;
const OUT_OF_MEMORY = /(?:^|: )out of memory$/m;
/** What is bound to a statement and what it answers may have 10 MB each; the server calls the first an invalid argument. */
const TOO_LARGE = /(?:^|: )(?:string or blob too big|Response is too large)$/m;
const CONNECTION_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'UND_ERR'];
/** Messages of fetch in Node and in workerd when no response came; neither has an error code. */
const UNREACHABLE =
  /^(?:TimeoutError$|AbortError$|fetch failed|internal error; reference\b|network|socket|connection|request timed out|the operation (?:was aborted|timed out)|timed? ?out|other side closed)/im;

interface Cause {
  name: string;
  message: string;
  code: string;
}

function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 6; at = at.cause) {
    causes.push({ name: at.name, message: at.message, code: 'code' in at && typeof at.code === 'string' ? at.code : '' });
  }
  return causes.length > 0 ? causes : [{ name: '', message: String(error), code: '' }];
}
