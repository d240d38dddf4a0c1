import { CHECKER_ROLE, VIEWER_ROLE } from '../../worker/contracts/roles.ts';
import { writeWorkbook } from '../../worker/platform/xlsx/write/write.ts';
import { openBenchSite, SECRET } from './bench-site.ts';
import { type Load, runLoad, sendCall } from './load.ts';
import { Office, type Person, readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';

/**
 * How long other people wait while one account or address floods the site: 20 wrong sign-ins at once, again and again, texts of one megabyte,
 * an import of nothing but errors, each costly call ten at once. Two connections of a Viewer read a list meanwhile; their p95 stands beside that of a quiet site. Each burst
 * of sign-ins comes from addresses that have not failed yet, so that what is measured is hashing and not the limit. Argument: directs.
 */
const DIRECTS = Number(process.argv[2] ?? 20_000);
const [SIGN_INS, TEXTS, ROWS, FLOOD_MS] = [20, 10, 20_000, 6000];
/** Reads that take the server long. */
const COSTLY = [
  'totals?year=2026&month=6',
  'totals/export?year=2026&month=6',
  'total_customers?exc_start_time=2026-01-01&exc_end_time=2026-06-30',
  'directs/export?format=csv',
  'directs?limit=1000',
  'search?q=%E5%B1%B1%E7%94%B0',
  'rules/document?month=2026-06',
  'home/export?year=2026&month=6',
];
const ADDRESS_HEADER = 'x-bench-address';

const site = await openBenchSite({ directs: DIRECTS, vars: { CLIENT_IP_HEADER: ADDRESS_HEADER } });
const bodies = textBodies();
let nextAddress = 0;
const office = new Office(() => site.url, site.client, SECRET);
try {
  const [viewer] = await office.people([VIEWER_ROLE], 1);
  const [attacker] = await office.people([CHECKER_ROLE], 1);
  const { rows } = await site.client.execute('SELECT id FROM directs WHERE is_checked = 0 ORDER BY id DESC LIMIT 1');
  const target = Number(rows[0]!.id);
  const file = await wrongRows();
  const fromOne = () => repeat(() => signInWrongly(SIGN_INS, 1));
  const texts = () => repeat(() => sendTexts(attacker!, target));
  const floods: [name: string, flood: () => Promise<string>][] = [
    [`${SIGN_INS} wrong sign-ins at once`, fromOne],
    [`the same, each from an address of its own`, () => repeat(() => signInWrongly(SIGN_INS, SIGN_INS))],
    [`${TEXTS} texts of 1 MB at once`, texts],
    [`import of ${ROWS.toLocaleString('en')} wrong rows`, () => importErrors(attacker!, file)],
    ...COSTLY.map((path): [string, () => Promise<string>] => [path.replace(/\?.*/, ''), () => repeat(() => readAtOnce(attacker!, path))]),
    ['all of one address', async () => (await Promise.all([fromOne(), texts(), importErrors(attacker!, file)])).join('; ')],
  ];
  const list = await readList(viewer!);
  await runLoad(list, { connections: 2, ms: 1000 });
  const quiet = await runLoad(list, { connections: 2, ms: 5000 });
  const table = [{ flood: 'none', ...figures(quiet, quiet), answered: '' }];
  for (const [name, flood] of floods) {
    const work = flood();
    const busy = await runLoad(list, { connections: 2, until: work });
    table.push({ flood: name, ...figures(busy, quiet), answered: await work });
  }
  printTable(`Another person's list of 20 among ${DIRECTS.toLocaleString('en')} directs, ms`, table);
} finally {
  await site.close();
}

function figures({ count, p50, p95, max, failed, seconds }: Load, quiet: Load) {
  return { seconds, lists: count, p50, p95, 'worst wait': max, 'p95 to quiet': p95 / quiet.p95, refused: failed };
}

async function readList(person: Person) {
  const headers = await person.headers();
  return () => ({ method: 'GET', url: new URL('/api/v1/directs?limit=20&order_by=henkyaku_hi%20DESC', site.url), headers });
}

/** The flood again and again for some seconds: a burst alone has too few lists beside it for a percentile. */
async function repeat(flood: () => Promise<number[]>): Promise<string> {
  const begun = performance.now();
  const statuses: number[] = [];
  while (performance.now() - begun < FLOOD_MS) statuses.push(...(await flood()));
  return countsOf(statuses);
}

async function readAtOnce(person: Person, path: string): Promise<number[]> {
  const headers = await person.headers();
  const one = async () => {
    const answer = await fetch(new URL(`/api/v1/${path}`, site.url), { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  return Promise.all(Array.from({ length: 10 }, one));
}

function signInWrongly(count: number, addresses: number): Promise<number[]> {
  const first = nextAddress;
  nextAddress += addresses;
  const one = async (n: number) => {
    const answer = await fetch(new URL('/api/v1/auth/login', site.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [ADDRESS_HEADER]: `address ${first + (n % addresses)}` },
      body: JSON.stringify({ username: `ghost${n}`, password: 'Wrong-password-1' }),
    });
    await answer.text();
    return answer.status;
  };
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)));
}

/** Encoded once: what this process does meanwhile must not count as waiting. */
function textBodies(): string[] {
  const parts = ['<img ', '<p><b>', '<img src="/api/v1/files/', 'a ', '&amp'];
  return parts.map((part) => JSON.stringify({ description: part.repeat(1_000_000 / part.length).slice(0, 900_000) }));
}

async function sendTexts(person: Person, id: number): Promise<number[]> {
  const headers = { ...(await person.headers()), 'content-type': 'application/json' };
  const url = new URL(`/api/v1/directs/${id}`, site.url);
  const one = async (n: number) => (await sendCall({ method: 'PUT', url, headers, body: bodies[n % bodies.length]! })).status;
  return Promise.all(Array.from({ length: TEXTS }, (_, n) => one(n)));
}

function wrongRows(): Promise<Buffer> {
  const fields = [
    'external_id',
    'name',
    'bukkenmei',
    'user_id',
    'customer_id',
    'work_category_id',
    'henkyaku_hi',
    'tsubosuu',
    'description',
  ];
  async function* rows() {
    for (let from = 0; from < ROWS; from += 1000)
      yield Array.from({ length: 1000 }, (_, n) => fields.map((field) => `${field} ${'<img '.repeat(20)}${from + n}`));
  }
  return readBytes(writeWorkbook({ sheetName: 'A', columns: fields.map((header) => ({ header, kind: 'text' as const })), rows: rows() }));
}

/** From the upload to the end. */
async function importErrors(person: Person, file: Buffer): Promise<string> {
  const { status, body } = await office.call(person, 'POST', 'directs/import', new Upload(file, 'valid_rows'));
  if (status !== 201) return `${status} ${body.message}`;
  for (;;) {
    const { body: job } = await office.call(person, 'GET', `imports/${body.id}`);
    if (job.finished_at) return `import ${job.status}, ${job.failed} wrong`;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function countsOf(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, of]) => `${of.length} × ${status}`).join(', ');
}
