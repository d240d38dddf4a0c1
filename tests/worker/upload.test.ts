import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeployEnvironment, readDeployment } from '../../scripts/deploy/deployment.ts';
import { planDeployment } from '../../scripts/deploy/plan.ts';
import { toolEnvironment } from '../../scripts/run/tool-environment.ts';
import { CRON_EXPRESSIONS } from '../../worker/schedule.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRETS = { LIBSQL_URL: 'libsql://tensu.turso.io', JWT_SECRET: 'j'.repeat(40), BACKUP_KEY: 'b'.repeat(40) };
const run = promisify(execFile);

interface Metadata {
  limits?: object;
  keep_bindings?: string[];
  placement?: object;
  bindings: { name: string; type: string }[];
}

/** Stands in for the platform's API as a Worker is uploaded for the first time; keeps what was sent, by method and path. */
let api: Server;
let address: string;
let folder: string;
const sent = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tensu-upload-'));
  api = createServer(async (request, answer) => {
    const path = new URL(request.url ?? '', 'http://api').pathname.replace('/client/v4/accounts/account/', '');
    sent.set(`${request.method} ${path}`, await readBody(request));
    const isMissing = request.method === 'GET' && /^workers\/(services\/|scripts\/.)/.test(path);
    const errors = isMissing ? [{ code: path.startsWith('workers/services') ? 10090 : 10007, message: 'Not found' }] : [];
    const result = isMissing ? null : (LISTS[path] ?? { subdomain: { enabled: false, previews_enabled: false } });
    answer.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ success: !isMissing, errors, messages: [], result }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/client/v4`;
});
afterAll(async () => {
  api?.close();
  await rm(folder, { recursive: true, force: true });
});

const QUEUES = ['tensu-jobs', 'tensu-jobs-dead', 'tensu-jobs-staging', 'tensu-jobs-dead-staging'];
const LISTS: Record<string, unknown[]> = {
  'workers/scripts': [],
  queues: QUEUES.map((name) => ({ queue_id: name, queue_name: name, consumers: [], producers: [] })),
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** The installed wrangler uploads as a deployment has it do; the metadata of the upload and the crons that it set. */
async function upload(environment: DeployEnvironment): Promise<{ metadata: Metadata; crons: string[] }> {
  sent.clear();
  const deployment = await readDeployment(environment, { DB_REGION: 'aws:ap-northeast-1' });
  const configs = { worker: join(folder, `${environment}.json`), pages: folder };
  await writeFile(configs.worker, JSON.stringify(deployment.workerConfig));
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(SECRETS));
  const step = planDeployment({ APP_ORIGIN: 'https://tensu.test' }, 'version-1', deployment, configs).find(({ name }) => name === 'Worker');
  if (!step || !('wrangler' in step)) throw new Error('the plan deploys no Worker');
  const platform = { CLOUDFLARE_API_BASE_URL: address, CLOUDFLARE_ACCOUNT_ID: 'account', CLOUDFLARE_API_TOKEN: 'token' };
  await run(join(ROOT, 'node_modules/.bin/wrangler'), [...step.wrangler, '--secrets-file', join(folder, 'secrets.json')], {
    cwd: ROOT,
    env: { ...toolEnvironment(), ...platform },
  });
  const body = [...sent].find(([path]) => path === `PUT workers/scripts/${deployment.worker}`)?.[1] ?? '';
  const [, metadata = 'null'] = /name="metadata"[^{]*(\{.*\})\r\n/.exec(body) ?? [];
  const crons = JSON.parse(sent.get(`PUT workers/scripts/${deployment.worker}/schedules`) ?? '[]') as { cron: string }[];
  return { metadata: JSON.parse(metadata), crons: crons.map(({ cron }) => cron) };
}

describe('what wrangler uploads', () => {
  it('has limits, place, bindings, secrets and crons as the configuration says, and keeps the vars that it does not send', async () => {
    const { metadata, crons } = await upload('production');
    expect(metadata.limits).toEqual({ cpu_ms: 60_000 });
    expect(metadata.placement).toEqual({ mode: 'targeted', region: 'aws:ap-northeast-1' });
    expect(metadata.keep_bindings).toEqual(expect.arrayContaining(['plain_text', 'json']));
    const byName = new Map(metadata.bindings.map(({ name, type }) => [name, type]));
    expect(Object.fromEntries(byName)).toEqual({
      FILES: 'r2_bucket',
      JOBS: 'queue',
      DEAD_JOBS: 'queue',
      MAIL: 'send_email',
      APP_VERSION: 'plain_text',
      APP_ORIGIN: 'plain_text',
      ...Object.fromEntries(Object.keys(SECRETS).map((name) => [name, 'secret_text'])),
    });
    expect(crons.toSorted()).toEqual(CRON_EXPRESSIONS.toSorted());
  });

  it('of staging has no mail and no crons', async () => {
    const { metadata, crons } = await upload('staging');
    expect(metadata.bindings.map(({ type }) => type)).not.toContain('send_email');
    expect(crons).toEqual([]);
  });
});
