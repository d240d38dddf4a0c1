import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRON_EXPRESSIONS } from '../../worker/schedule.ts';
import { startTestSqld, type TestSqld } from '../support/sqld.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRETS = { JWT_SECRET: 'j'.repeat(40), BACKUP_KEY: 'b'.repeat(40) };
const EMPTY: Account = { calls: [], buckets: [], locks: [], queues: [], pages: {}, workers: {} };

/** The state of the stand-in for wrangler. */
interface Account {
  calls: string[];
  buckets: string[];
  locks: string[];
  queues: string[];
  pages: Record<string, { version?: string; api?: string }>;
  workers: Record<
    string,
    { secrets: Record<string, string>; vars: Record<string, string>; placement: unknown; crons: string[]; mail: number }
  >;
  /** What the platform serves the project at. */
  domain?: string;
  /** What every command that makes something ends with. */
  refuses?: string;
  /** Whether the program that runs a command is ended once that has changed something. */
  killAtChange?: boolean;
  pagesDeployDoesNothing?: boolean;
}

let sqld: TestSqld;
let folder: string;
let site: Server;
let origin: string;

beforeAll(async () => {
  sqld = await startTestSqld({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'tensu-deploy-test-'));
  // The site as the platform serves what was deployed last.
  site = createServer(async ({ url }, answer) => {
    const { workers, pages } = await readAccount();
    const [page] = Object.values(pages);
    const api = workers[page?.api ?? '']?.vars.APP_VERSION;
    if (url !== '/') return void answer.writeHead(api ? 200 : 503).end(JSON.stringify({ status: 'ok', version: api }));
    answer.writeHead(page?.version ? 200 : 404).end(`<meta name="version" content="${page?.version}">`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await writeAccount({ ...EMPTY, domain: new URL(origin).host });
});
afterAll(async () => {
  site?.close();
  await sqld?.close();
  await rm(folder, { recursive: true, force: true });
});

const accountFile = () => join(folder, 'account.json');
const readAccount = async (): Promise<Account> => JSON.parse(await readFile(accountFile(), 'utf8'));
const writeAccount = (account: Account) => writeFile(accountFile(), JSON.stringify(account));
const change = async (fields: Partial<Account>) => writeAccount({ ...(await readAccount()), calls: [], ...fields });

/** Runs the command as a person does, without a terminal; what it ended with and everything it printed. */
function deploy(args: string[], env: Record<string, string | undefined> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/deploy.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the stand-in kills all of it.
    detached: true,
    env: {
      ...process.env,
      LIBSQL_URL: sqld.url,
      APP_ORIGIN: origin,
      APP_VERSION: 'version-1',
      DEPLOY_WAIT_SECONDS: '1',
      DB_REGION: 'aws:ap-south-1',
      WRANGLER: join(ROOT, 'tests/support/wrangler-standin.mjs'),
      WRANGLER_STANDIN: accountFile(),
      // A third of a short run was reading the same modules again.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Production's data at another address, as a branch of its database is. */
const branchUrl = () => sqld.url.replace('127.0.0.1', 'localhost');

/** The account without what tells how it came to be. */
async function endState() {
  const { calls: _calls, killAtChange: _killAtChange, domain: _domain, ...state } = await readAccount();
  return state;
}

// Each story goes on with the account as the one before left it.
describe('npm run deploy', () => {
  it('tells an option that it does not know in one sentence', async () => {
    const { code, output } = await deploy(['--production']);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringContaining('--production')]);
  });

  it('killed after each command that changes something and run again comes to the same end, and tells no secret', {
    timeout: 420_000,
  }, async () => {
    await change({ killAtChange: true });
    const calls: string[] = [];
    let run = await deploy(['--setup'], SECRETS);
    for (; run.code === null; run = await deploy(['--setup'], SECRETS)) {
      for (const secret of Object.values(SECRETS)) expect(run.output).not.toContain(secret);
      const account = await readAccount();
      calls.push(account.calls.at(-1)!);
      await change({});
    }
    expect(run.code, run.output).toBe(0);
    expect(run.output).toContain(`Version version-1 is live at ${origin}`);
    const changes = [
      'r2 bucket create',
      'r2 bucket lock add',
      'r2 bucket lock add',
      'queues create',
      'queues create',
      'pages project create',
    ];
    expect(calls).toEqual([...changes, 'deploy', 'pages deploy'].map((start) => expect.stringMatching(`^${start}`)));
    expect(calls[0]).toBe('r2 bucket create tensu-files --location apac');
    const last = (await readAccount()).calls;
    const uploads = last.filter((call) => call.startsWith('deploy --config'));
    expect(uploads.map((call) => call.includes('--dry-run'))).toEqual([true, false]);
    expect(last.at(-1)).toMatch(/^pages deploy/);
    for (const secret of [...Object.values(SECRETS), sqld.url]) expect([...calls, ...last].join(' ')).not.toContain(secret);
    expect(await endState()).toEqual({
      buckets: ['tensu-files'],
      locks: ['seals', 'backups'],
      queues: ['tensu-jobs', 'tensu-jobs-dead'],
      pages: { tensu: { version: 'version-1', api: 'tensu-api' } },
      workers: {
        'tensu-api': {
          secrets: { LIBSQL_URL: sqld.url, ...SECRETS },
          vars: { APP_VERSION: 'version-1', APP_ORIGIN: origin },
          placement: { mode: 'targeted', region: 'aws:ap-south-1' },
          crons: CRON_EXPRESSIONS,
          mail: 1,
        },
      },
    });
  });

  it('keeps what is deployed and not given; an upload of the page that does nothing is an error that says how to go back', async () => {
    await change({ killAtChange: false, pagesDeployDoesNothing: true });
    const { code, output } = await deploy([], { APP_VERSION: 'version-2', MAIL_FROM: 'tensu@tensu.test' });
    expect(code).toBe(1);
    expect(output).toContain('does not serve version version-2: the API tells version-2, the page version-1');
    expect(output).toContain('To go back: git checkout version-1 && npm run deploy');
    await change({ pagesDeployDoesNothing: false });
    // As where a later version was deployed in between, and this one is gone back to.
    await sqld.client.execute("INSERT INTO schema_migrations VALUES ('9999_later.sql', 'hash', '')");
    const again = await deploy([], { APP_VERSION: 'version-2' });
    expect(again.code, again.output).toBe(0);
    await sqld.client.execute("DELETE FROM schema_migrations WHERE name = '9999_later.sql'");
    expect((await endState()).workers['tensu-api']).toMatchObject({
      secrets: SECRETS,
      vars: { APP_VERSION: 'version-2', MAIL_FROM: 'tensu@tensu.test' },
    });
  });

  it('ends at the address of the project before a domain of its own leads there, and says how that is added', async () => {
    await change({});
    // The version before it, whose web app is built already.
    const given = { ...SECRETS, APP_VERSION: 'version-2', APP_ORIGIN: 'https://points.tensu.test' };
    const { code, output } = await deploy(['--setup'], given);
    expect(code, output).toBe(0);
    expect(output).toContain(`Version version-2 is live at ${origin}`);
    expect(output).toContain('deploy once more with APP_ORIGIN=https://points.tensu.test');
    expect((await endState()).workers['tensu-api']!.vars.APP_ORIGIN).toBe('https://points.tensu.test');
  });

  it('leaves links at the domain where a further set-up is given none', async () => {
    const { code, output } = await deploy(['--setup'], { ...SECRETS, APP_VERSION: 'version-2', APP_ORIGIN: undefined });
    expect(code, output).toBe(0);
    expect((await endState()).workers['tensu-api']!.vars.APP_ORIGIN).toBe('https://points.tensu.test');
  });

  it.each([
    ['LIBSQL_URL', () => ({})],
    ['APP_ORIGIN', () => ({ LIBSQL_URL: branchUrl(), APP_ORIGIN: 'https://points.tensu.test' })],
  ])('refuses a rehearsal with %s of production in one sentence, before it changes anything', async (name, settings) => {
    await change({});
    const { code, output } = await deploy(['--setup', '--env', 'staging'], { ...SECRETS, ...settings() });
    expect(code).toBe(1);
    expect(output.trim()).toBe(`${name} is that of production: staging needs one of its own.`);
    expect((await readAccount()).calls).toEqual([]);
  });

  it('stops before it builds or changes anything where a required secret is neither given nor deployed', async () => {
    await change({ workers: {} });
    const { code, output } = await deploy([], { BACKUP_KEY: SECRETS.BACKUP_KEY });
    expect(code).toBe(1);
    expect(output).toContain('Set JWT_SECRET: ');
    expect(output).not.toContain('Set BACKUP_KEY');
    expect((await readAccount()).calls).toEqual([]);
  });

  it('tells a refusal of the platform by what to do about it', async () => {
    await change({ ...EMPTY, refuses: 'Please enable R2 through the Cloudflare Dashboard. [code: 10042]' });
    const { code, output } = await deploy(['--setup'], SECRETS);
    expect(code).toBe(1);
    expect(output).toContain('bucket tensu-files failed: R2 is not switched on in this account');
  });

  it('rehearses on staging, whose parts all have names of their own', async () => {
    await writeAccount({ ...EMPTY, domain: new URL(origin).host });
    const { code, output } = await deploy(['--setup', '--env', 'staging'], {
      ...SECRETS,
      LIBSQL_URL: branchUrl(),
      APP_ORIGIN: 'https://staging.tensu.test',
      APP_VERSION: 'version-2',
      DB_REGION: 'aws:ap-northeast-1',
    });
    expect(code, output).toBe(0);
    const { buckets, queues, pages, workers } = await endState();
    expect({ buckets, queues, pages, workers: Object.keys(workers) }).toEqual({
      buckets: ['tensu-files-staging'],
      queues: ['tensu-jobs-staging', 'tensu-jobs-dead-staging'],
      pages: { 'tensu-staging': { version: 'version-2', api: 'tensu-api-staging' } },
      workers: ['tensu-api-staging'],
    });
    const { placement, crons, mail } = workers['tensu-api-staging']!;
    expect({ placement, crons, mail }).toEqual({ placement: { mode: 'targeted', region: 'aws:ap-northeast-1' }, crons: [], mail: 0 });
  });
});
