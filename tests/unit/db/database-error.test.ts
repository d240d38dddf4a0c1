import { describe, expect, it } from 'vitest';
import { toDatabaseError } from '../../../worker/platform/db/database-error.ts';

/** An error as a driver throws it: code and message, and the error below it. */
function driverError(code: string | undefined, message: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });
}

describe('an error of the database', () => {
  it.each([
    ['month_locked', 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: SQLITE_CONSTRAINT: SQLite error: month_locked'],
    ['month_locked', 'SQLITE_CONSTRAINT_TRIGGER', 'month_locked'],
    ['record_checked', 'SQLITE_CONSTRAINT', 'SQLite error: record_checked'],
    ['last_admin', 'SQLITE_CONSTRAINT', 'SQLite error: last_admin'],
    ['dangling', 'SQLITE_CONSTRAINT', 'SQLite error: NOT NULL constraint failed: directs.version'],
    ['referenced', 'SQLITE_CONSTRAINT', 'SQLite error: FOREIGN KEY constraint failed'],
    ['fault', 'SQLITE_CONSTRAINT', 'SQLite error: append_only'],
    ['fault', 'SQLITE_CONSTRAINT', 'SQLite error: NOT NULL constraint failed: directs.name'],
    ['busy', 'SQLITE_BUSY', 'SQLITE_BUSY: Every stream to the database is in use'],
    ['crowded', 'SERVER_ERROR', 'SERVER_ERROR: Server returned HTTP status 429: '],
    ['busy', 'SQLITE_UNKNOWN', 'SQLITE_UNKNOWN: SQLite error: database is locked'],
    ['busy', 'SQLITE_CONSTRAINT', 'SQLite error: month_closing'],
    ['cut', 'TRANSACTION_TIMEOUT', 'TRANSACTION_TIMEOUT: TRANSACTION_TIMEOUT: Transaction timed out'],
    ['cut', 'STREAM_EXPIRED', 'STREAM_EXPIRED: The stream has expired due to inactivity'],
    ['blocked', 'BLOCKED', 'BLOCKED: Operation was blocked: SQL read operations are forbidden'],
    ['blocked', 'SERVER_ERROR', 'SERVER_ERROR: Server returned HTTP status 403: {"error":"BLOCKED"}'],
    ['out_of_memory', 'SQLITE_NOMEM', 'SQLITE_NOMEM: SQLite error: out of memory'],
    ['unwritable', 'SQLITE_FULL', 'SQLITE_FULL: SQLite error: database or disk is full'],
    ['too_large', 'SQLITE_TOOBIG', 'SQLITE_TOOBIG: SQLite error: string or blob too big'],
    ['too_large', 'ARGS_INVALID', 'ARGS_INVALID: Arguments do not match SQL parameters: string or blob too big'],
    ['too_large', 'RESPONSE_TOO_LARGE', 'RESPONSE_TOO_LARGE: Response is too large'],
    ['unreachable', 'SERVER_ERROR', 'SERVER_ERROR: Server returned HTTP status 502: bad gateway'],
    ['unreachable', undefined, 'Network connection lost.'],
    ['unreachable', undefined, 'internal error; reference = abc'],
    ['unreachable', undefined, 'The operation was aborted due to timeout'],
    ['fault', 'SQLITE_ERROR', 'SQLITE_ERROR: no such table: month_locked'],
    ['fault', 'SQLITE_UNKNOWN', 'SQLITE_UNKNOWN: SQLite error: no such column: connection'],
    ['fault', 'SQL_PARSE_ERROR', 'SQL_PARSE_ERROR: syntax error around network'],
    ['fault', undefined, 'Cannot read properties of undefined'],
  ])('is %s: %s %s', (kind, code, message) => expect(toDatabaseError(driverError(code, message)).kind).toBe(kind));

  it('names the columns of a unique index', () => {
    const error = driverError(
      'SQLITE_CONSTRAINT',
      'SQLite error: UNIQUE constraint failed: standards.customer_id, standards.work_category_id',
    );
    expect(toDatabaseError(error)).toMatchObject({ kind: 'unique', columns: ['standards.customer_id', 'standards.work_category_id'] });
  });

  it('is recognised below the error that wraps it', () => {
    const wrapped = driverError(undefined, 'fetch failed', driverError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'));
    expect(toDatabaseError(wrapped).kind).toBe('unreachable');
    expect(toDatabaseError('thrown text').kind).toBe('fault');
  });

  it('is no lock only because a value in the message says so', () => {
    const error = driverError('SQLITE_CONSTRAINT', 'SQLite error: CHECK constraint failed: note <> "month_locked" here');
    expect(toDatabaseError(error).kind).toBe('fault');
  });
});
