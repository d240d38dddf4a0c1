import { openBenchDatabase, openBenchSite } from './bench-site.ts';
import { serveBenchWorker } from './bench-worker.ts';
import { type Call, type Load, runLoad, sendCall } from './load.ts';
import { median, printTable } from './print-table.ts';
import { usageOf, workerdPids } from './process-usage.ts';

/**
 * Calls a second over 16 connections with 100,000 directs, each beside a bare worker that runs one drizzle query on workerd over the
 * same database server, turn by turn, with the processor time of a call, which other work on the machine disturbs less. Another number of directs, and milliseconds a turn, may be given as arguments.
 */
const [DIRECTS = 100_000, MS = 1500] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
/** Creates vary more: the search index merges its parts, and the log is written back, every few hundred. */
const CREATE_ROUNDS = 15;

/** Who answers: a Worker, by its process, and the database server behind it. */
interface Side {
  worker: number;
  database: number;
}

const site = await openBenchSite({ directs: DIRECTS });
const product: Side = { worker: workerdPids()[0]!, database: site.sqld.pid };
const bare = await serveBenchWorker('bare-worker.ts', { LIBSQL_URL: site.sqld.url });
const reader: Side = { worker: workerdPids().at(-1)!, database: site.sqld.pid };
// Its many writers at once would make a server of 16 connections stop: they have one of their own, with two.
const own = await openBenchDatabase(DIRECTS, 2);
const bareWriter = await serveBenchWorker('bare-worker.ts', { LIBSQL_URL: own.sqld.url });
const writer: Side = { worker: workerdPids().at(-1)!, database: own.sqld.pid };
const rows: Record<string, string | number>[] = [];
try {
  const auth = await site.signIn();
  const api = (path: string): Call => ({ method: 'GET', url: new URL(`/api/v1/${path}`, site.url), headers: auth });
  const plain = (path: string): Call => ({ method: 'GET', url: new URL(path, bare.url), headers: {} });
  const plainCreate: Call = { method: 'POST', url: new URL('/create', bareWriter.url), headers: {} };
  const id = () => 1 + Math.floor(Math.random() * DIRECTS);
  const customer = () => 1 + Math.floor(Math.random() * 25);
  const word = await rareWord();
  const fields = await newDirect();
  let made = 0;
  const post = ({ url, headers }: Call, more: object = {}): Call => ({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, ...more, name: `bench ${made++}` }),
  });
  const pairs: [what: string, ours: () => Call, theirs: () => Call, opponent?: Side, rounds?: number][] = [
    [
      'list: filter, sort, count',
      () => api(`directs?customer_id=${customer()}&order_by=henkyaku_hi%20DESC`),
      () => plain(`/list?customer_id=${customer()}`),
    ],
    ['first page, no filter', () => api('directs'), () => plain('/page')],
    ['one row by id', () => api(`directs/${id()}`), () => plain(`/one/${id()}`)],
    [
      'name contains (bare: LIKE)',
      () => api(`directs?bukkenmei__~=${encodeURIComponent(word)}`),
      () => plain(`/contains?text=${encodeURIComponent(word)}`),
    ],
    [
      'any text contains (bare: LIKE)',
      () => api(`directs?text__~=${encodeURIComponent(word)}`),
      () => plain(`/contains?text=${encodeURIComponent(word)}`),
    ],
    [
      'page at offset half way',
      () => api(`directs?page=${Math.floor(DIRECTS / 20)}`),
      () => plain(`/page?offset=${Math.floor(DIRECTS / 2)}`),
    ],
    ['create one', () => post(api('directs')), () => post(plainCreate, { name_fold: 'bench', name_sort: 'bench' }), writer, CREATE_ROUNDS],
  ];
  for (const [what, ours, theirs, opponent = reader, rounds = ROUNDS] of pairs) {
    for (const call of [ours(), theirs()]) {
      const { status, text } = await sendCall(call);
      if (status > 201) throw new Error(`${what}: ${status} ${text}`);
    }
    const turns: { ours: Turn; theirs: Turn }[] = [];
    for (let round = 0; round < rounds; round++)
      turns.push({ ours: await measureTurn(ours, product), theirs: await measureTurn(theirs, opponent) });
    const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of));
    rows.push({
      call: what,
      'a second': Math.round(middle((turn) => turn.ours.rate)),
      bare: Math.round(middle((turn) => turn.theirs.rate)),
      ratio: middle((turn) => turn.ours.rate / turn.theirs.rate),
      'p50 ms': middle((turn) => turn.ours.p50),
      'p99 ms': middle((turn) => turn.ours.p99),
      failed: turns.reduce((sum, turn) => sum + turn.ours.failed, 0),
      'Worker cpu ms': middle((turn) => turn.ours.workerMs),
      'bare ': middle((turn) => turn.theirs.workerMs),
      'sqld cpu ms': middle((turn) => turn.ours.databaseMs),
      'bare  ': middle((turn) => turn.theirs.databaseMs),
    });
  }
} finally {
  printTable(`Calls a second, ${DIRECTS.toLocaleString('en')} directs, 16 connections`, rows);
  await Promise.all([bare.stop(), bareWriter.stop()]);
  await Promise.all([own.close(), site.close()]);
}
if (rows.some(({ failed }) => failed)) process.exitCode = 1;

interface Turn extends Load {
  /** Processor time of one call. */
  workerMs: number;
  databaseMs: number;
}

async function measureTurn(callOf: () => Call, { worker, database }: Side): Promise<Turn> {
  const before = [usageOf(worker).cpuMs, usageOf(database).cpuMs] as const;
  const done = await runLoad(callOf, { ms: MS });
  return {
    ...done,
    workerMs: (usageOf(worker).cpuMs - before[0]) / done.count,
    databaseMs: (usageOf(database).cpuMs - before[1]) / done.count,
  };
}

/** A part of a name that few of the directs have, as a person would type it. */
async function rareWord(): Promise<string> {
  const { rows } = await site.client.execute('SELECT bukkenmei_fold AS text FROM directs ORDER BY id DESC LIMIT 1 OFFSET 777');
  return String(rows[0]!.text).slice(0, 4);
}

/** A direct of the demo as a form would send it. */
async function newDirect(): Promise<Record<string, unknown>> {
  const { rows } = await site.client.execute(
    `SELECT bukkenmei, user_id, chekkusha_id, customer_id, work_category_id, dept_id, dept_grp_id, henkyaku_hi, tsubosuu, complex_factor,
      complex_point, sagyou_jikan, chekkku_jikan, kouhou, cad, kiso FROM directs WHERE henkyaku_hi IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  return { ...rows[0]! };
}
