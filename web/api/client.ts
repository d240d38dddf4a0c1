import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Envelope } from '#contracts/paging.ts';
import { networkError } from './api-error.ts';
import { download, upload } from './files.ts';
import { type CallOptions, type Query, send, sentEarly } from './request.ts';

export type { CallOptions, Query } from './request.ts';

/** The calls of the API. Each resolves to the parsed body of a 200 or 201 and throws an ApiError otherwise. */
export const api = {
  get: <T>(path: string, options: CallOptions = {}) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions = {}) => call<T>('POST', path, body, options),
  put: <T>(path: string, body: unknown, options: CallOptions = {}) => call<T>('PUT', path, body, options),
  delete: <T>(path: string, options: CallOptions = {}) => call<T>('DELETE', path, undefined, options),
  download,
  upload,
};

/** A write with the number of its request: the operation that it made is found by it. */
export async function withRequestId<T>(write: (options: CallOptions) => Promise<T>): Promise<{ answer: T; request: string | undefined }> {
  let request: string | undefined;
  const onRequestId = (id: string) => {
    request = id;
  };
  const answer = await write({ onRequestId });
  return { answer, request };
}

export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await send(path, options, {
    method,
    body: isForm || body === undefined ? body : JSON.stringify(body),
    headers: isForm || body === undefined ? {} : { 'content-type': 'application/json' },
  });
  const id = response.headers.get('x-request-id');
  if (id) options.onRequestId?.(id);
  return (await readJson(response)) as T;
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw networkError(cause);
  }
}

/** A record as calls answer it. */
export type Row = Readonly<Record<string, unknown>> & { id: number };

/** One page of a list, as every list call answers it. */
export interface Page<Row> extends Envelope<Row> {
  /** Of an entity's `summed` fields, over all rows of the filters. */
  sum?: Readonly<Record<string, number>>;
}

export type Id = number;

interface ReadContext {
  signal: AbortSignal;
}

/**
 * What a query reads: one GET, of whose answer it keeps what `pick` takes. What public/start.js has read by now is there at the first
 * drawing; a query that is read whenever it is shown (`staleTime: 0`) would be read twice, and leaves `initialData` out.
 */
export function read<Answer, Data = Answer>(path: string, query: Query = {}, pick = (answer: Answer) => answer as unknown as Data) {
  return {
    queryFn: async ({ signal }: ReadContext) => pick(await api.get<Answer>(path, { query, signal })),
    initialData: (): Data | undefined => {
      const early = sentEarly(path, { query });
      return early && pick(early.body as Answer);
    },
  };
}

/** What a query reads of an answer that holds it as `data`. */
export function readData<Data>(path: string, query: Query = {}) {
  return read<{ data: Data }, Data>(path, query, ({ data }) => data);
}

/** A list read; `invalidateQueries({ queryKey: [entity] })` refreshes all of an entity. */
export function listQuery<Row, Answer = Page<Row>>(entity: string, query: Query = {}) {
  return queryOptions({
    queryKey: [entity, 'list', query],
    ...read<Answer>(entity, query),
  });
}

/** A page of a list, read once and not kept. */
export function readPage<Row>(entity: string, query: Query): Promise<Page<Row>> {
  return api.get<Page<Row>>(entity, { query });
}

/** One row by id; never another row's data while it loads. */
export function rowQuery<Row>(entity: string, id: Id) {
  const readRow = readData<Row>(`${entity}/${id}`);
  return queryOptions({
    queryKey: [entity, 'row', id],
    ...readRow,
    queryFn: (context: ReadContext) => {
      assertId(id);
      return readRow.queryFn(context);
    },
    placeholderData: undefined,
  });
}

interface Change {
  id: Id;
  [field: string]: unknown;
}

/** Shows changes of an entity's rows in every list that was read. */
export async function showInLists(client: QueryClient, entity: string, changes: readonly Change[]): Promise<void> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  await changeLists(client, entity, (page) => ({
    ...page,
    data: page.data.map((row) => (byId.has(row.id) ? { ...row, ...byId.get(row.id) } : row)),
  }));
}

/** Takes rows that are gone out of every list of an entity that was read. */
export async function removeFromLists(client: QueryClient, entity: string, ids: readonly Id[]): Promise<void> {
  await changeLists(client, entity, (page) => {
    const data = page.data.filter(({ id }) => !ids.includes(id));
    return { ...page, data, total: page.total - (page.data.length - data.length) };
  });
}

/** A read that is on its way is cancelled: it may be older. */
async function changeLists(client: QueryClient, entity: string, change: (page: Page<{ id: Id }>) => Page<{ id: Id }>): Promise<void> {
  const queryKey = [entity, 'list'];
  await client.cancelQueries({ queryKey });
  client.setQueriesData<Page<{ id: Id }>>({ queryKey }, (page) => page && change(page));
}

/** The verbs of an entity; each throws an ApiError. Bodies are objects or, with a file in them, FormData. */
export const rows = {
  create: async <Row>(entity: string, body: object, key = newIdempotencyKey()) =>
    (await api.post<{ data: Row }>(entity, body, { idempotencyKey: key })).data,
  update: <Row>(entity: string, id: Id, body: object) => api.put<Updated<Row>>(`${entity}/${assertId(id)}`, body),
  check: async <Row>(entity: string, body: { id: Id; is_checked: 0 | 1; seen_version?: number }) =>
    api.post<Row>(`${entity}/checked`, body),
  delete: (entity: string, ids: readonly Id[], options: CallOptions = {}) =>
    ids.length === 1
      ? api.delete<Deleted>(`${entity}/${assertId(ids[0])}`, options)
      : api.post<Deleted>(`${entity}/deleteByIds`, { ids }, options),
  export: (entity: string, query: Query = {}, options: CallOptions = {}) => api.download(`${entity}/export`, entity, { ...options, query }),
};

export interface Updated<Row> {
  data: Row;
  /** Warnings of a saved record. */
  warnings?: string[];
}

export interface Deleted {
  message: string;
  ids: Id[];
}

/** Throws before a request is sent when an id is not a positive integer: that is a programming error. */
function assertId(id: unknown): Id {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw new SpaAssertionError();
}

class SpaAssertionError extends Error {
  override readonly name = 'SpaAssertionError';
  readonly code = 'SPA_ASSERTION_ERROR';

  constructor(message = 'SPA assertion error') {
    super(message);
  }
}
