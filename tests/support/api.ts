import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, InValue } from '@libsql/client';
import type { Hono } from 'hono';
import { createApp } from '../../worker/app.ts';
import type { Role } from '../../worker/contracts/roles.ts';
import { createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import type { AppEnv } from '../../worker/platform/caller.ts';
import { type Clock, createClock } from '../../worker/platform/clock.ts';
import { createDatabase, type Database } from '../../worker/platform/db/client.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';
import { QUEUED_WORK } from '../../worker/queued-work.ts';
import { memoryBucket } from './bucket.ts';
import { requireDeclaredAnswer } from './declared-answers.ts';
import { openFileDatabase } from './file-database.ts';
import { closeAtEnd } from './file-end.ts';

export const TEST_SECRET = 'a-secret-of-the-tests-0123456789abcdef0123456789';

/** Somebody who calls: their id and bearer token. */
export interface Person {
  id: number;
  role: Role | 'none';
  token: string;
}

export interface Answer<Body = Record<string, never>> {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: Body extends Record<string, never> ? any : Body;
}

export interface TestApi {
  app: Hono<AppEnv>;
  client: Client;
  deps: Deps;
  clock: Clock & { set(iso: string): void };
  sent: JobMessage[];
  people: Record<'admin' | 'writer' | 'checked' | 'viewer' | 'none', Person>;
  call(
    method: string,
    path: string,
    options?: { as?: Person | undefined; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  insert(table: string, row: Record<string, InValue>): Promise<number>;
  /** Does the work and counts its round trips to the database. */
  countRoundTrips<Result>(work: () => Promise<Result>): Promise<{ trips: number; result: Result }>;
  close(): Promise<void>;
}

/** The writes of a call that have not ended. */
const underWay = new AsyncLocalStorage<Set<unknown>>();

/** The database whose writes end a turn later, as over a network: a call that does not wait for one answers before it. */
function withSlowWrites(db: Database): Database {
  const write: Database['write'] = async (...args) => {
    const writes = underWay.getStore();
    const mark = Symbol();
    writes?.add(mark);
    try {
      return await db.write(...args);
    } finally {
      await nextTurn();
      writes?.delete(mark);
    }
  };
  return { ...db, write };
}

const ROLE_IDS = { Admin: 1, Writer: 2, Checked: 3, Viewer: 4, none: 0 } as const;

/** What the API and the queue reach: this database, files in memory, no mail. */
export function createTestDeps(
  client: Client,
  { clock, jobs, secret = TEST_SECRET }: Pick<Deps, 'clock' | 'jobs'> & { secret?: string },
): Deps {
  const rowUse = { read: 0, written: 0 };
  return {
    db: withSlowWrites(createDatabase(() => client, clock.time, rowUse)),
    rowUse,
    dump: () => Promise.reject(new Error('A file database has no dump')),
    clock,
    queuedWork: QUEUED_WORK,
    files: memoryBucket(),
    jobs,
    crawlSource: createCrawlSource({}),
    mail: undefined,
    settings: {
      jwtSecrets: [secret],
      mailFrom: undefined,
      clientIpHeader: 'cf-connecting-ip',
      callsPerMinute: Infinity,
      googleClientId: undefined,
      facebookAppId: undefined,
      facebookAppSecret: undefined,
      version: 'test',
    },
  };
}

/** The API in this process over a database file of its own: two departments with a group each and a person of every role. Closed at the end of the test file. */
export async function openApi(start = '2026-11-20T03:00:00Z'): Promise<TestApi> {
  const { client, close } = await openFileDatabase();
  let now = Date.parse(start);
  const clock = {
    ...createClock(() => now),
    set(iso: string) {
      now = Date.parse(iso);
    },
  };
  const sent: JobMessage[] = [];
  const jobs = {
    send: async (message: JobMessage) => void sent.push(message),
    sendBatch: async (messages: JobMessage[]) => void sent.push(...messages),
  };
  const deps = createTestDeps(client, { clock, jobs });
  const app = createApp(deps);

  const insert = async (table: string, row: Record<string, InValue>): Promise<number> => {
    const info = await client.execute(`SELECT name FROM pragma_table_info('${table}')`);
    const columns = new Set(info.rows.map((column) => String(column.name)));
    const keyed: Record<string, InValue> = { ...row };
    for (const [name, value] of Object.entries(row)) if (typeof value === 'string') deriveTextKeys({ columns }, name, value, keyed);
    Object.assign(keyed, row);
    const names = Object.keys(keyed);
    const result = await client.execute({
      sql: `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      args: Object.values(keyed),
    });
    return Number(result.lastInsertRowid);
  };

  for (const name of ['Admin', 'Writer', 'Checked', 'Viewer']) await insert('roles', { name });
  await insert('positions', { name: 'Nhân viên' });
  await insert('companies', { name: 'Tensu' });
  for (const n of [1, 2]) {
    await insert('departments', { name: `Phòng ${n}`, name_key: `phòng ${n}`, code: `P${n}`, code_key: `p${n}`, note: 'ghi chú' });
    await insert('department_groups', { group_name: `Nhóm ${n}`, note: 'ghi chú', dept_id: n });
  }
  const people = {} as TestApi['people'];
  for (const [name, role] of Object.entries({
    admin: 'Admin',
    writer: 'Writer',
    checked: 'Checked',
    viewer: 'Viewer',
    none: 'none',
  } as const)) {
    const id = await insert('users', {
      username: name,
      name: `Người ${name}`,
      email: `${name}@tensu.test`,
      code: name,
      employee_code: `E-${name}`,
      area: 'HCM',
      position_id: 1,
      company_id: 1,
      department_id: 1,
      dept_grp_id: 1,
      role_ids: role === 'none' ? '[]' : `[${ROLE_IDS[role]}]`,
    });
    const seconds = Math.floor(now / 1000);
    await client.execute({
      sql: 'INSERT INTO sessions (id, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      args: [`session-${name}`, id, seconds, seconds, seconds + 14 * 86_400],
    });
    const claims = { sub: String(id), sid: `session-${name}`, roles: role === 'none' ? [] : [role], dept: 1, grp: 1 };
    people[name as keyof typeof people] = { id, role, token: await signAccessToken(claims, [TEST_SECRET], now) };
  }

  return {
    app,
    client,
    deps,
    clock,
    sent,
    people,
    insert,
    async call(method, path, { as, body, headers = {} } = {}) {
      const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
      const request = {
        method,
        headers: {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
      };
      const writes = new Set<unknown>();
      const response = await underWay.run(writes, async () => app.request(`/api/v1/${path}`, request));
      if (writes.size > 0) throw new Error(`${method} ${path} answers before what it writes is written`);
      const json = response.headers.get('content-type')?.includes('json');
      const answer = json ? await response.json() : new Uint8Array(await response.arrayBuffer());
      if (json && response.ok) requireDeclaredAnswer(method, path, answer);
      return { status: response.status, headers: response.headers, body: answer };
    },
    async countRoundTrips(work) {
      const { db } = deps;
      let trips = 0;
      const count =
        <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
        (...args: Args): Result => {
          trips += 1;
          return send(...args);
        };
      deps.db = { read: count(db.read), write: count(db.write) };
      const result = await work().finally(() => {
        deps.db = db;
      });
      return { trips, result };
    },
    close: closeAtEnd(close),
  };
}
