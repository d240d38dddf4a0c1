/** Why the database did not do what it was asked. */
export class DatabaseError extends Error {
  readonly kind: 'month_locked' | 'record_checked' | 'last_admin' | 'unique' | 'dangling' | 'referenced' | 'busy' | 'unreachable' | 'fault';
  /** Columns of the unique index, as table.column. */
  readonly columns: readonly string[];

  constructor(kind: DatabaseError['kind'], columns: readonly string[] = [], cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
    this.columns = columns;
  }
}

/** Reads a driver's error: the text of RAISE, of a broken constraint, of a lock, or of a server that is away. */
export function toDatabaseError(error: unknown): DatabaseError {
  const text = textOf(error);
  if (text.includes('month_locked')) return new DatabaseError('month_locked', [], error);
  if (text.includes('record_checked')) return new DatabaseError('record_checked', [], error);
  if (text.includes('last_admin')) return new DatabaseError('last_admin', [], error);
  const unique = /UNIQUE constraint failed: ([\w., ]+)/.exec(text);
  if (unique)
    return new DatabaseError(
      'unique',
      unique[1]!.split(',').map((column) => column.trim()),
      error,
    );
  // How a write says that a row it points to has gone meanwhile.
  if (/NOT NULL constraint failed: \w+\.version\b/.test(text)) return new DatabaseError('dangling', [], error);
  if (text.includes('FOREIGN KEY constraint failed')) return new DatabaseError('referenced', [], error);
  if (/SQLITE_BUSY|database is locked|HTTP status 429|STREAM_EXPIRED/i.test(text)) return new DatabaseError('busy', [], error);
  if (UNREACHABLE.test(text)) return new DatabaseError('unreachable', [], error);
  return new DatabaseError('fault', [], error);
}

const UNREACHABLE =
  /fetch failed|ECONNREFUSED|ECONNRESET|EPIPE|network|socket|connection|timed? ?out|TimeoutError|AbortError|aborted|HTTP status 5\d\d|SERVER_ERROR|internal error; reference/i;

function textOf(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 6; at = at.cause) {
    parts.push(at.name, at.message, String((at as { code?: unknown }).code ?? ''));
  }
  return parts.length > 0 ? parts.join('\n') : String(error);
}
