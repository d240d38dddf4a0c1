import { describe, expect, it } from 'vitest';
import { readDeployment } from '../../scripts/deploy/deployment.ts';
import { type DeployStep, planDeployment, planDryRun, planSetup } from '../../scripts/deploy/plan.ts';
import { explainRefusal, readProjectAddress } from '../../scripts/deploy/platform-answers.ts';
import { findMissingSecrets } from '../../scripts/deploy/required-secrets.ts';
import { findSettingProblems } from '../../scripts/deploy/setting-problems.ts';
import { CRON_EXPRESSIONS } from '../../worker/schedule.ts';

const NEEDED = { LIBSQL_URL: 'libsql://tensu.example.turso.io', APP_ORIGIN: 'https://tensu.example.com', DB_REGION: 'aws:ap-northeast-1' };
const CONFIGS = { worker: 'worker.json', pages: 'pages' };
const namesOf = (steps: DeployStep[]) => steps.map(({ name }) => name);
const production = await readDeployment('production');
const plan = (env: NodeJS.ProcessEnv = {}) => planDeployment({ ...NEEDED, ...env }, '1.2.3', production, CONFIGS);

function workerStep(env: NodeJS.ProcessEnv) {
  const step = plan(env).find(({ name }) => name === 'Worker');
  if (!step || !('wrangler' in step)) throw new Error('the plan deploys no Worker');
  return step;
}

describe('a deployment', () => {
  it('has the crons for which there is work, and no other', () => {
    const { crons } = production.workerConfig.triggers as { crons: string[] };
    expect(crons.toSorted()).toEqual(CRON_EXPRESSIONS.toSorted());
  });

  it('knows its secrets, builds everything, migrates, deploys the Worker and then Pages, and asks for the new version', () => {
    expect(namesOf(plan())).toEqual([
      'required secrets',
      'Worker bundle',
      'web app',
      'migrations',
      'Worker',
      'Pages',
      'version that is live',
    ]);
  });

  it('sends version and origin, and of all other vars only those that are set', () => {
    const { wrangler } = workerStep({ BASE_VN_WORKFLOW_IDS: '3051,3052', MAIL_FROM: 'tensu@tensu.test', PORT: '9000' });
    expect(wrangler).toEqual([
      ...['deploy', '--config', 'worker.json', '--keep-vars', '--tag', '1.2.3'],
      ...['--var', 'APP_VERSION:1.2.3'],
      ...['--var', 'APP_ORIGIN:https://tensu.example.com'],
      ...['--var', 'MAIL_FROM:tensu@tensu.test'],
      ...['--var', 'BASE_VN_WORKFLOW_IDS:3051,3052'],
    ]);
  });

  it('keeps the deployed vars that it does not send: wrangler.toml sets none', () => {
    expect(production.workerConfig.keep_vars).toBe(true);
    expect(production.workerConfig.limits).toEqual({ cpu_ms: 60_000 });
    expect(production.workerConfig).not.toHaveProperty('vars');
  });

  it('keeps addresses with their search words out of the logs of the platform', () => {
    expect(production.workerConfig.observability).toEqual({ enabled: true, redact_query_string: true });
  });

  it('hands secrets over apart from the command line', () => {
    const { wrangler, secrets } = workerStep({ BASE_VN_TOKEN: 'token-of-the-source', JWT_SECRET: 'j'.repeat(40) });
    expect(secrets).toEqual({ LIBSQL_URL: NEEDED.LIBSQL_URL, BASE_VN_TOKEN: 'token-of-the-source', JWT_SECRET: 'j'.repeat(40) });
    expect(wrangler.join(' ')).not.toMatch(/token-of-the-source|jjjj|turso/);
  });

  it('needs the secrets that the Worker cannot live without, given now or deployed before', () => {
    expect(findMissingSecrets(NEEDED, undefined)).toEqual(['JWT_SECRET', 'BACKUP_KEY']);
    expect(findMissingSecrets({ ...NEEDED, JWT_SECRET: 'j'.repeat(40) }, undefined)).toEqual(['BACKUP_KEY']);
    expect(findMissingSecrets(NEEDED, '[{"name":"JWT_SECRET","type":"secret_text"},{"name":"BACKUP_KEY","type":"secret_text"}]')).toEqual(
      [],
    );
    expect(production.workerConfig.secrets).toEqual({ required: ['LIBSQL_URL', 'JWT_SECRET', 'BACKUP_KEY'] });
  });

  it('refuses to blank a setting, and names it', () => {
    expect(findSettingProblems({ ...NEEDED, BASE_VN_WORKFLOW_IDS: '' })).toEqual([
      expect.stringContaining('BASE_VN_WORKFLOW_IDS is set to nothing'),
    ]);
    expect(findSettingProblems({ ...NEEDED, JWT_SECRET: ' ' })).toEqual([expect.stringContaining('JWT_SECRET is set to nothing')]);
  });

  it('refuses to start without database, origin and region, naming all at once; a set-up finds the origin', () => {
    const missing = (problems: string[]) => problems.map((problem) => /^Set (\w+): /.exec(problem)?.[1]);
    expect(missing(findSettingProblems({}))).toEqual(['LIBSQL_URL', 'APP_ORIGIN', 'DB_REGION']);
    expect(missing(findSettingProblems({}, true))).toEqual(['LIBSQL_URL', 'DB_REGION']);
  });

  it('on staging mails nobody, runs nothing by itself and asks no source, unless it is told to', async () => {
    const sent = async (parts?: string) => {
      const env = { ...NEEDED, BASE_VN_TOKEN: 'token', ...(parts && { STAGING_ENABLES: parts }) };
      const deployment = await readDeployment('staging', env);
      const worker = planDeployment(env, '1', deployment, CONFIGS).find(({ name }) => name === 'Worker') as { secrets: object };
      return {
        mail: (deployment.workerConfig.send_email as object[]).length > 0,
        crons: (deployment.workerConfig.triggers as { crons: string[] }).crons.length > 0,
        crawl: 'BASE_VN_TOKEN' in worker.secrets,
      };
    };
    expect(await sent()).toEqual({ mail: false, crons: false, crawl: false });
    expect(await sent('crons, mail')).toEqual({ mail: true, crons: true, crawl: false });
    expect(await sent('mail,crons,crawl')).toEqual({ mail: true, crons: true, crawl: true });
  });

  it('says what to do where the platform refuses', () => {
    const refusal = (text: string) => explainRefusal(`X [ERROR] A request to the Cloudflare API failed.\n  ${text}`);
    expect(refusal('Please enable R2 through the Cloudflare Dashboard. [code: 10042]')).toMatch(/^R2 is not switched on/);
    expect(refusal('Authentication error [code: 10000]')).toMatch(/lacks a right .* Queues: Edit/);
    expect(refusal('A project with this name already exists. [code: 8000002]')).toMatch(/name of the Pages project is taken/);
    expect(refusal('Something else [code: 1]')).toBeUndefined();
  });

  it('reads the address that the platform gave the project', () => {
    const listed = JSON.stringify([
      { 'Project Name': 'other', 'Project Domains': 'other.pages.dev' },
      { 'Project Name': 'tensu', 'Project Domains': 'tensu-xyz.pages.dev, tensu.example.com' },
    ]);
    expect(readProjectAddress('tensu', listed)).toBe('https://tensu-xyz.pages.dev');
    expect(() => readProjectAddress('none', listed)).toThrow(/no address of the Pages project none/);
  });

  it.each([
    ['APP_ORIGIN', 'http://tensu.example.com'],
    ['APP_ORIGIN', 'https://tensu.example.com/'],
    ['APP_ORIGIN', 'https://tensu.example.com/app'],
    ['APP_ORIGIN', 'tensu.example.com'],
    ['MAIL_FROM', 'tensu@example.com'],
    ['MAIL_FROM', 'tensu'],
    ['DB_REGION', 'Tokyo'],
    ['STAGING_ENABLES', 'mail, everything'],
    ['DEPLOY_WAIT_SECONDS', 'a while'],
    ['LIBSQL_STREAMS', 'six'],
    ['LIBSQL_URL', 'file:/tmp/tensu.db'],
    ['LIBSQL_URL', 'tensu.turso.io'],
    ['LIBSQL_URL', 'http://tensu.turso.io'],
    ['BASE_VN_URL', 'workflow.base.vn'],
    ['BASE_VN_URL', 'http://workflow.base.vn'],
    ['BASE_VN_URL', 'https://name:word@workflow.base.vn'],
    ['BASE_VN_WORKFLOW_IDS', '3051, các việc'],
    ['BASE_VN_WORKFLOW_IDS', ', ;'],
    ['BASE_VN_FIELD_MAP', 'tsubosuu'],
    ['BASE_VN_FIELD_MAP', '["tsubosuu"]'],
    ['BASE_VN_FIELD_MAP', '{"9013": "tsubo"}'],
    ['GOOGLE_URL', 'googleapis'],
    ['FACEBOOK_URL', 'http://graph.facebook.com'],
    ['BACKUP_KEY', 'short'],
  ])('refuses %s=%s', (name, value) => {
    const problems = findSettingProblems({ ...NEEDED, [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} must `)]);
    if (['BACKUP_KEY', 'LIBSQL_URL'].includes(name)) expect(problems[0]).not.toContain(value);
  });

  it('takes settings of the source and of a rehearsal on this machine', () => {
    const source = {
      ...{ BASE_VN_URL: 'https://workflow.base.vn/', BASE_VN_WORKFLOW_IDS: '3051, 3052;3053' },
      ...{ BASE_VN_FIELD_MAP: '{"9013": "tsubosuu"}', BASE_VN_NUMBERS: 'comma' },
    };
    expect(findSettingProblems({ ...NEEDED, ...source })).toEqual([]);
    expect(findSettingProblems({ ...NEEDED, LIBSQL_URL: 'http://127.0.0.1:8080', APP_ORIGIN: 'http://localhost:8788' })).toEqual([]);
  });

  it('proves migrations and bundles without an account in a dry run', () => {
    const steps = planDryRun(CONFIGS);
    expect(namesOf(steps)).toEqual(['migrations on an empty database', 'Worker bundle', 'web app']);
    for (const step of steps) if ('wrangler' in step) expect(step.wrangler, step.name).toContain('--dry-run');
  });

  it('leaves what a set-up finds as it is', () => {
    for (const step of planSetup(production)) if (!('task' in step)) expect('wrangler' in step && step.unless, step.name).toBeTruthy();
  });
});
