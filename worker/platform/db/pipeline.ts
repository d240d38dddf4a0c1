import { type InStatement, LibsqlError, type ResultSet, type Row, type Value } from '@libsql/core/api';
import type { MeasuredResult } from './request-cost.ts';

/** Where a server's SQL is reached: its address, and the token for it. */
export interface Endpoint {
  url: string;
  authToken: string | undefined;
}

/** A batch as the protocol writes it: a whole transaction, or statements within one. */
export interface EncodedBatch {
  json: string;
  isTransaction: boolean;
}

/** One request of the Hrana protocol over HTTP (version 2): a batch on the stream of `baton`, a new one without it. */
export interface PipelineRequest {
  baton: string | undefined;
  batch: EncodedBatch;
  timeoutMs: number;
}

export interface PipelineAnswer {
  /** One for each statement; absent when one of them failed and the transaction was rolled back. */
  results?: ResultSet[];
  /** Why it failed, in the codes of @libsql/client. */
  error?: LibsqlError;
  /** Names the stream for the next request; each baton is good for one. */
  baton: string | undefined;
  /** Address for the further requests of this stream, where the server moved it. */
  baseUrl: string | undefined;
}

/**
 * The server does not know the stream: it sat idle too long, the server was restarted, or another one answered. Nothing was executed,
 * so the same request may be sent again on a new stream.
 */
export class StreamLostError extends Error {}

/**
 * Sends one batch and reads its answer. Throws when no answer came or the server could not take the request (LibsqlError), and a StreamLostError when
 * it refused the baton. Answers are asked for uncompressed: the server takes longer to gzip a page of rows than to read it.
 */
export async function sendBatch(endpoint: Endpoint, request: PipelineRequest): Promise<PipelineAnswer> {
  const { baton, batch, timeoutMs } = request;
  const body = `{"baton":${JSON.stringify(baton ?? null)},"requests":[${batch.json}]}`;
  const answer = await withinTime(timeoutMs, async (signal) => {
    const response = await post(endpoint, body, signal);
    if (!response.ok) throw await httpError(response, baton);
    return (await response.json()) as Answer;
  });
  const [first] = answer.results;
  const stream = { baton: answer.baton ?? undefined, baseUrl: answer.base_url ?? undefined };
  if (first?.type !== 'ok')
    return { ...stream, error: first ? sqlError(first.error) : new LibsqlError('The database answered nothing', 'HRANA_PROTO_ERROR') };
  const { result } = first.response;
  const [begin, commit, rollback] = batch.isTransaction ? [1, -2, -1] : [0, undefined, undefined];
  const error = result.step_errors.slice(0, rollback).find((failed) => failed !== null);
  return error ? { ...stream, error: sqlError(error) } : { ...stream, results: result.step_results.slice(begin, commit).map(resultSet) };
}

/** Ends a stream that no further request will use. A stream that is gone already is no error. */
export async function closeStream(endpoint: Endpoint, baton: string): Promise<void> {
  const body = JSON.stringify({ baton, requests: [{ type: 'close' }] });
  const response = await post(endpoint, body, AbortSignal.timeout(2000)).catch(() => undefined);
  await response?.body?.cancel();
}

type Hrana = { type: 'null' } | { type: 'text' | 'integer'; value: string } | { type: 'float'; value: number };
interface HranaError {
  message: string;
  code?: string;
}
interface StatementResult {
  cols: { name: string | null; decltype?: string | null }[];
  rows: Hrana[][];
  affected_row_count: number;
  rows_read?: number;
  rows_written?: number;
  last_insert_rowid: string | null;
}
interface BatchResult {
  step_results: (StatementResult | null)[];
  step_errors: (HranaError | null)[];
}
interface Answer {
  baton: string | null;
  base_url: string | null;
  results: ({ type: 'ok'; response: { result: BatchResult } } | { type: 'error'; error: HranaError } | undefined)[];
}

/** AbortSignal.timeout would keep its timer, and what belongs to the request with it, until the time is over. */
async function withinTime<T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), timeoutMs);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function post({ url, authToken }: Endpoint, body: string, signal: AbortSignal): Promise<Response> {
  return fetch(new URL('/v2/pipeline', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...(authToken && { authorization: `Bearer ${authToken}` }),
    },
    body,
    signal,
  });
}

const BEGIN = { read: 'BEGIN TRANSACTION READONLY', write: 'BEGIN IMMEDIATE' };

/** BEGIN, each statement once the one before it succeeded, COMMIT, and ROLLBACK where that was not reached. Throws a TypeError for a value that cannot be stored. */
export function encodeBatch(statements: readonly InStatement[], mode: 'read' | 'write'): EncodedBatch {
  const steps = chain([quiet(BEGIN[mode]), ...statements.map(encodeStatement), quiet('COMMIT')]);
  const rollback = { stmt: quiet('ROLLBACK'), condition: { type: 'not', cond: { type: 'ok', step: steps.length - 1 } } };
  return { json: toJson([...steps, rollback]), isTransaction: true };
}

/** The batches of one read, each with a single statement, for results that are too large for one answer together. The transaction goes on from one to the next. */
export function encodeApart(statements: readonly InStatement[]): EncodedBatch[] {
  const steps = [quiet(BEGIN.read), ...statements.map(encodeStatement), quiet('COMMIT')];
  return steps.map((step) => ({ json: toJson(chain([step])), isTransaction: false }));
}

const toJson = (steps: readonly object[]): string => JSON.stringify({ type: 'batch', batch: { steps } });
const quiet = (sql: string) => ({ sql, want_rows: false });
/** Each once the one before it succeeded. */
const chain = (statements: readonly object[]) =>
  statements.map((stmt, at) => (at === 0 ? { stmt } : { stmt, condition: { type: 'ok', step: at - 1 } }));

function encodeStatement(statement: InStatement) {
  if (typeof statement === 'string') return { sql: statement, want_rows: true };
  if (!Array.isArray(statement.args ?? [])) throw new TypeError('Statements take their arguments by position');
  return { sql: statement.sql, args: (statement.args as unknown[] | undefined)?.map(encodeValue) ?? [], want_rows: true };
}

/** Numbers go as floats, as @libsql/client sends them; a column's affinity stores whole ones as integers. */
function encodeValue(value: unknown): Hrana {
  if (value === null || value === undefined) return { type: 'null' };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'float', value };
  if (typeof value === 'bigint' || typeof value === 'boolean') return { type: 'integer', value: String(BigInt(value)) };
  throw new TypeError(`A value of type ${typeof value} (${String(value)}) cannot be stored`);
}

function resultSet(result: StatementResult | null): MeasuredResult {
  if (!result) throw new LibsqlError('A statement was not executed, as its transaction had been rolled back', 'TRANSACTION_CLOSED');
  const columns = result.cols.map(({ name }) => name ?? '');
  const set = {
    columns,
    columnTypes: result.cols.map(({ decltype }) => decltype ?? ''),
    rows: result.rows.map((cells) => decodeRow(columns, cells)),
    rowsAffected: result.affected_row_count,
    rowsRead: result.rows_read,
    rowsWritten: result.rows_written,
    lastInsertRowid: result.last_insert_rowid === null ? undefined : BigInt(result.last_insert_rowid),
  };
  return { ...set, toJSON: () => ({ ...set, lastInsertRowid: set.lastInsertRowid?.toString() }) };
}

function decodeRow(columns: readonly string[], cells: readonly Hrana[]): Row {
  const row: Partial<Row> = {};
  // As in @libsql/client, spreading a row copies its columns only.
  Object.defineProperty(row, 'length', { value: cells.length });
  for (let index = 0; index < cells.length; index++) row[columns[index]!] ??= decodeValue(cells[index]!);
  return row as Row;
}

function decodeValue(cell: Hrana): Value {
  switch (cell.type) {
    case 'null':
      return null;
    case 'integer': {
      const number = Number(cell.value);
      if (!Number.isSafeInteger(number)) throw new RangeError(`The database holds a number that is too large: ${cell.value}`);
      return number;
    }
    default:
      return cell.value;
  }
}

/** Whether the results of a batch were more than the server answers at once. */
export function isAnswerTooLarge(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'RESPONSE_TOO_LARGE';
}

function sqlError({ message, code }: HranaError): LibsqlError {
  return new LibsqlError(message, code ?? 'UNKNOWN');
}

async function httpError(response: Response, baton: string | undefined): Promise<Error> {
  const text = (await response.text()).trim();
  if (response.status === 400 && baton) return new StreamLostError(text);
  return new LibsqlError(`Server returned HTTP status ${response.status}: ${text}`, 'SERVER_ERROR');
}
