import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DeployStep, DRY_RUN, planDeployment } from '../../scripts/deploy/plan.ts';

const NEEDED = { LIBSQL_URL: 'libsql://tensu.example.turso.io', APP_ORIGIN: 'https://tensu.example.com' };
const namesOf = (steps: DeployStep[]) => steps.map(({ name }) => name);

function workerStep(env: NodeJS.ProcessEnv) {
  const step = planDeployment({ ...NEEDED, ...env }, '1.2.3').find(({ name }) => name === 'Worker');
  if (!step || !('wrangler' in step)) throw new Error('the plan deploys no Worker');
  return step;
}

describe('a deployment', () => {
  it('builds everything, then migrates, then deploys the Worker and then Pages', () => {
    expect(namesOf(planDeployment(NEEDED, '1.2.3'))).toEqual(['Worker bundle', 'web app', 'migrations', 'Worker', 'Pages']);
  });

  it('sends version and origin, and of all other vars only those that are set', () => {
    const { wrangler } = workerStep({ BASE_VN_WORKFLOW_IDS: '3051,3052', MAIL_FROM: 'tensu@example.com', PORT: '9000' });
    expect(wrangler).toEqual([
      'deploy',
      '--keep-vars',
      ...['--var', 'APP_VERSION:1.2.3'],
      ...['--var', 'APP_ORIGIN:https://tensu.example.com'],
      ...['--var', 'MAIL_FROM:tensu@example.com'],
      ...['--var', 'BASE_VN_WORKFLOW_IDS:3051,3052'],
    ]);
  });

  it('keeps the deployed vars that it does not send: wrangler.toml sets none', () => {
    const config = readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8');
    expect(config).toMatch(/^keep_vars = true$/m);
    expect(config).not.toMatch(/^\[vars\]/m);
  });

  it('hands secrets over in a file, never on the command line', () => {
    const { wrangler, secrets } = workerStep({ BASE_VN_TOKEN: 'token-of-the-source', JWT_SECRET: 'j'.repeat(40) });
    expect(secrets).toEqual({ LIBSQL_URL: NEEDED.LIBSQL_URL, BASE_VN_TOKEN: 'token-of-the-source', JWT_SECRET: 'j'.repeat(40) });
    expect(wrangler.join(' ')).not.toMatch(/token-of-the-source|jjjj|turso/);
  });

  it('refuses to blank a setting, and names it', () => {
    expect(() => planDeployment({ ...NEEDED, BASE_VN_WORKFLOW_IDS: '' }, '1.2.3')).toThrow(/BASE_VN_WORKFLOW_IDS is set to nothing/);
    expect(() => planDeployment({ ...NEEDED, JWT_SECRET: ' ' }, '1.2.3')).toThrow(/JWT_SECRET is set to nothing/);
  });

  it('refuses to start without the database and the origin, naming both at once', () => {
    expect(() => planDeployment({}, '1.2.3')).toThrow(/Set LIBSQL_URL: .*\nSet APP_ORIGIN: /);
  });

  it.each(['http://tensu.example.com', 'https://tensu.example.com/', 'https://tensu.example.com/app', 'tensu.example.com'])(
    'refuses %s as origin',
    (origin) => {
      expect(() => planDeployment({ ...NEEDED, APP_ORIGIN: origin }, '1.2.3')).toThrow('APP_ORIGIN must be an https origin without a path');
    },
  );

  it('proves migrations and bundles without an account in a dry run', () => {
    expect(namesOf(DRY_RUN)).toEqual(['migrations on an empty database', 'Worker bundle', 'web app']);
    for (const step of DRY_RUN) if ('wrangler' in step) expect(step.wrangler, step.name).toContain('--dry-run');
  });
});
