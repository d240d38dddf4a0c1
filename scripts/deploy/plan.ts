import {
  ENVIRONMENT_SETTINGS,
  type EnvironmentSetting,
  type EnvironmentSettingName,
  listSettingNames,
} from '../../worker/environment-settings.ts';

/** What one step of a deployment does: a wrangler command, or work of our own. */
export type DeployStep =
  | { name: string; wrangler: string[]; secrets?: Record<string, string> }
  | { name: string; task: 'web' | 'migrate' | 'migrate-throwaway' };

const BUILDS: DeployStep[] = [
  { name: 'Worker bundle', wrangler: ['deploy', '--dry-run'] },
  { name: 'web app', task: 'web' },
];

/** Once per account: the bucket, the queues and the Pages project that wrangler.toml names. */
export const SETUP: DeployStep[] = [
  { name: 'bucket', wrangler: ['r2', 'bucket', 'create', 'tensu-files'] },
  { name: 'queue', wrangler: ['queues', 'create', 'tensu-jobs'] },
  { name: 'dead-letter queue', wrangler: ['queues', 'create', 'tensu-jobs-dead'] },
  { name: 'Pages project', wrangler: ['pages', 'project', 'create', 'tensu', '--production-branch', 'main'] },
];

/** Proves, without any account, that the migrations apply to an empty database and that Worker and web app bundle. */
export const DRY_RUN: DeployStep[] = [{ name: 'migrations on an empty database', task: 'migrate-throwaway' }, ...BUILDS];

/**
 * The steps of a deployment: everything is built before anything is changed, and the schema comes first, since the Worker that still runs gets
 * on with a newer one. Vars and secrets that `env` does not set keep the values they have there (`keep_vars` in wrangler.toml).
 * Throws, naming each setting, where one that is needed is missing, empty or malformed.
 */
export function planDeployment(env: NodeJS.ProcessEnv, version: string): DeployStep[] {
  const problems = findSettingProblems(env);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const given = (matches: (setting: EnvironmentSetting) => boolean) =>
    listSettingNames((setting) => setting.readBy.includes('worker') && matches(setting)).filter(
      (name) => env[name] && name !== 'APP_VERSION',
    );
  const secrets = Object.fromEntries(given(({ secret }) => secret === true).map((name) => [name, String(env[name])]));
  const vars = given(({ secret }) => !secret).flatMap((name) => ['--var', `${name}:${env[name]}`]);
  return [
    ...BUILDS,
    { name: 'migrations', task: 'migrate' },
    { name: 'Worker', wrangler: ['deploy', '--keep-vars', '--var', `APP_VERSION:${version}`, ...vars], secrets },
    {
      name: 'Pages',
      wrangler: ['--cwd', 'web', 'pages', 'deploy', 'dist', '--project-name', 'tensu', '--branch', 'main', '--commit-dirty=true'],
    },
  ];
}

function findSettingProblems(env: NodeJS.ProcessEnv): string[] {
  const worker = listSettingNames(({ readBy }) => readBy.includes('worker'));
  return worker.flatMap((name) => {
    const value = env[name];
    const { deployNeeds }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    if (value?.trim() === '')
      return [
        `${name} is set to nothing, which would blank the deployed one. Unset it to keep that, or remove it there with \`wrangler secret delete\`.`,
      ];
    if (value === undefined) return deployNeeds ? [`Set ${name}: ${ENVIRONMENT_SETTINGS[name].meaning}`] : [];
    return describeMalformed(name, value);
  });
}

function describeMalformed(name: EnvironmentSettingName, value: string): string[] {
  if (name === 'APP_ORIGIN' && !isOrigin(value)) return [`APP_ORIGIN must be an https origin without a path, not ${value}.`];
  if (name.startsWith('JWT_SECRET') && value.length < 32) return [`${name} must have at least 32 characters.`];
  return [];
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:' && new URL(value).origin === value;
}
