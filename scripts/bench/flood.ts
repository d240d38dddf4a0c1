import { writeWorkbook } from '../../worker/xlsx/write/write.ts';
import { openBenchSite, SECRET } from './bench-site.ts';
import { type Load, load } from './load.ts';
import { Office, type Person, readBytes, Upload } from './office.ts';
import { printTable } from './print-table.ts';

/**
 * How long other people wait while one account or address floods the site: 20 wrong sign-ins at once, an import of nothing but errors, texts
 * of one megabyte. Two connections of a Viewer read a list meanwhile; their p95 stands beside that of a quiet site. Argument: directs.
 */
const DIRECTS = Number(process.argv[2] ?? 20_000);
const [SIGN_INS, TEXTS, ROWS] = [20, 10, 20_000];

const site = await openBenchSite({ directs: DIRECTS });
const office = new Office(() => site.url, site.client, SECRET);
try {
  const [viewer] = await office.people(['Viewer'], 1);
  const [attacker] = await office.people(['Checked'], 1);
  const { rows } = await site.client.execute('SELECT id FROM directs WHERE is_checked = 0 ORDER BY id DESC LIMIT 1');
  const target = Number(rows[0]!.id);
  const floods: [name: string, flood: () => Promise<string>][] = [
    [`${SIGN_INS} wrong sign-ins at once`, () => signInWrongly(SIGN_INS)],
    [`${TEXTS} texts of 1 MB`, () => sendTexts(attacker!, target)],
    [`import of ${ROWS.toLocaleString('en')} wrong rows`, () => importErrors(attacker!)],
    [
      'all three',
      async () => (await Promise.all([signInWrongly(SIGN_INS), sendTexts(attacker!, target), importErrors(attacker!)])).join('; '),
    ],
  ];
  const list = await readList(viewer!);
  await load(list, { connections: 2, ms: 1000 });
  const quiet = await load(list, { connections: 2, ms: 5000 });
  const table = [{ flood: 'none', ...figures(quiet, quiet), answered: '' }];
  for (const [name, flood] of floods) {
    const work = flood();
    const busy = await load(list, { connections: 2, until: work });
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

async function signInWrongly(count: number): Promise<string> {
  const one = async (n: number) => {
    const body = JSON.stringify({ username: `ghost${n}`, password: 'Wrong-password-1' });
    const answer = await fetch(new URL('/api/v1/auth/login', site.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.text();
    return answer.status;
  };
  return countsOf(await Promise.all(Array.from({ length: count }, (_, n) => one(n))));
}

async function sendTexts(person: Person, id: number): Promise<string> {
  const bodies = ['<img ', '<p><b>', '<img src="/api/v1/files/', 'a ', '&amp'].map((part) => ({
    description: part.repeat(1_000_000 / part.length).slice(0, 990_000),
  }));
  const one = async (n: number) => (await office.send(person, 'PUT', `directs/${id}`, bodies[n % bodies.length])).status;
  return countsOf(await Promise.all(Array.from({ length: TEXTS }, (_, n) => one(n))));
}

/** From the upload to the end. */
async function importErrors(person: Person): Promise<string> {
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
  const file = writeWorkbook({ sheetName: 'A', columns: fields.map((header) => ({ header, kind: 'text' as const })), rows: rows() });
  const { status, body } = await office.send(person, 'POST', 'directs/import', new Upload(await readBytes(file), 'valid_rows'));
  if (status !== 201) return `${status} ${body.message}`;
  for (;;) {
    const { body: job } = await office.send(person, 'GET', `imports/${body.id}`);
    if (job.finished_at) return `import ${job.status}, ${job.failed} wrong`;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function countsOf(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts].map(([status, of]) => `${of.length} × ${status}`).join(', ');
}
