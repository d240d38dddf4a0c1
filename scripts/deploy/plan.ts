import { type EnvironmentSetting, listSettingNames } from '../../worker/platform/environment-settings.ts';
import type { Deployment } from './deployment.ts';

/** What one step of a deployment does: a wrangler command, or work of our own. */
export type DeployStep =
  | {
      name: string;
      wrangler: string[];
      /** Sent beside the arguments, where nobody sees them. */
      secrets?: Record<string, string>;
      /** The step is left out where this command succeeds and prints that. */
      unless?: { wrangler: string[]; prints?: RegExp };
    }
  | { name: string; task: 'address' | 'web' | 'migrate' | 'migrate-throwaway' | 'secrets' | 'check-live' };

/** The region of a new bucket; it can't be moved later. */
const BUCKET_LOCATION = 'apac';

/** Kept from deletion, whoever asks: the copies of seals for good, each backup as long as the thirty newest cover. */
const BUCKET_LOCKS = [
  { rule: 'seals', prefix: 'seals/', keep: ['--retention-indefinite'] },
  { rule: 'backups', prefix: 'backups/', keep: ['--retention-days', '30'] },
];

/** Files that a deployment writes before its first step, and where wrangler is told to find them. */
export interface ConfigPlaces {
  /** The Worker's configuration. */
  worker: string;
  /** Folder with the configuration of the Pages project. */
  pages: string;
}

/**
 * Once per environment: bucket, locks of the bucket, queues and Pages project. What is there already is left as it is, so that a set-up that
 * broke off is taken up by doing it again.
 */
export function planSetup({ bucket, queues, pages }: Deployment): DeployStep[] {
  return [
    {
      name: `bucket ${bucket}`,
      wrangler: ['r2', 'bucket', 'create', bucket, '--location', BUCKET_LOCATION],
      unless: { wrangler: ['r2', 'bucket', 'info', bucket] },
    },
    ...BUCKET_LOCKS.map(({ rule, prefix, keep }) => ({
      name: `bucket lock of ${prefix}`,
      wrangler: ['r2', 'bucket', 'lock', 'add', bucket, rule, prefix, ...keep, '--force'],
      unless: { wrangler: ['r2', 'bucket', 'lock', 'list', bucket], prints: new RegExp(`\\b${rule}\\b`) },
    })),
    ...queues.map((queue) => ({
      name: `queue ${queue}`,
      wrangler: ['queues', 'create', queue],
      unless: { wrangler: ['queues', 'info', queue] },
    })),
    {
      name: `Pages project ${pages}`,
      wrangler: ['pages', 'project', 'create', pages, '--production-branch', 'main'],
      unless: { wrangler: ['pages', 'project', 'list', '--json'], prints: new RegExp(`"${pages}"`) },
    },
    { name: 'address of the project', task: 'address' },
  ];
}

function planBuilds(configs: ConfigPlaces): DeployStep[] {
  return [
    { name: 'Worker bundle', wrangler: ['deploy', '--config', configs.worker, '--dry-run'] },
    { name: 'web app', task: 'web' },
  ];
}

/** Proves, without any account, that the migrations apply to an empty database and that Worker and web app bundle. */
export function planDryRun(configs: ConfigPlaces): DeployStep[] {
  return [{ name: 'migrations on an empty database', task: 'migrate-throwaway' }, ...planBuilds(configs)];
}

/**
 * The steps of a deployment: everything is built before anything is changed, and the schema comes first, since the Worker that still runs gets
 * on with a newer one. Vars and secrets that `env` does not set keep the values they have there (`keep_vars` in wrangler.toml). The site is
 * asked for the new version at the end. Any step may be the last of a run that breaks off: the next run does them all again, to the same end.
 */
export function planDeployment(
  env: NodeJS.ProcessEnv,
  version: string,
  { pages, withheld }: Deployment,
  configs: ConfigPlaces,
): DeployStep[] {
  const given = (matches: (setting: EnvironmentSetting) => boolean) =>
    listSettingNames((setting) => setting.readBy.includes('worker') && matches(setting)).filter(
      (name) => env[name] && name !== 'APP_VERSION' && !withheld.includes(name),
    );
  const secrets = Object.fromEntries(given(({ secret }) => secret === true).map((name) => [name, String(env[name])]));
  const vars = given(({ secret }) => !secret).flatMap((name) => ['--var', `${name}:${env[name]}`]);
  return [
    { name: 'required secrets', task: 'secrets' },
    ...planBuilds(configs),
    { name: 'migrations', task: 'migrate' },
    {
      name: 'Worker',
      wrangler: ['deploy', '--config', configs.worker, '--keep-vars', '--tag', version, '--var', `APP_VERSION:${version}`, ...vars],
      secrets,
    },
    {
      name: 'Pages',
      wrangler: [
        ...['--cwd', configs.pages, 'pages', 'deploy', '--project-name', pages],
        ...['--branch', 'main', '--commit-hash', version, '--commit-dirty=true'],
      ],
    },
    { name: 'version that is live', task: 'check-live' },
  ];
}
