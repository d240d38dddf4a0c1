import { type EnvironmentSettingName, listSettingNames } from '../../worker/platform/environment-settings.ts';

type Shapes = { readonly [name in EnvironmentSettingName]?: (value: string) => string | undefined };

/** Why a value can't be right wherever it is set, by setting; undefined where it may be. A secret's value is never told. */
export const SETTING_SHAPES: Shapes = {
  PORT: (value) => (isWhole(value, 1, 65_535) ? undefined : `must be a number from 1 to 65535, not ${value}.`),
  LIBSQL_STREAMS: (value) => (isWhole(value, 0, 64) ? undefined : `must be a number from 0 to 64, not ${value}.`),
  CALLS_PER_MINUTE: (value) => (isWhole(value, 1, 1_000_000) ? undefined : `must be a number of at least 1, not ${value}.`),
  APP_ORIGIN: (value) =>
    isOrigin(value) ? undefined : `must be an origin without a path, such as https://tensu.example.com, not ${value}.`,
  BASE_VN_NUMBERS: (value) => (['dot', 'comma'].includes(value) ? undefined : `must be dot or comma, not ${value}.`),
  CLIENT_IP_HEADER: (value) => (/^[\w-]+$/.test(value) ? undefined : `must be the name of a header, or none, not ${value}.`),
  DB_REGION: (value) => (/^[a-z]+:[a-z0-9-]+$/.test(value) ? undefined : `must be like aws:ap-northeast-1, not ${value}.`),
  STAGING_ENABLES: (value) =>
    readStagingParts(value) ? undefined : `must be some of ${STAGING_PARTS.join(', ')}, with commas between them, not ${value}.`,
  DEPLOY_WAIT_SECONDS: (value) => (isWhole(value, 0, 3600) ? undefined : `must be a number from 0 to 3600, not ${value}.`),
  JWT_SECRET: tooShort,
  JWT_SECRET_PREVIOUS: tooShort,
  BACKUP_KEY: tooShort,
  CRAWL_PUSH_SECRET: (value) => (/^[\w-]{32,}$/.test(value) ? undefined : 'must have at least 32 letters, digits, - or _.'),
};

/** What writes to people or asks the source by itself, which a rehearsal does only where it is told to. */
export const STAGING_PARTS = ['mail', 'crons', 'crawl'] as const;
export type StagingPart = (typeof STAGING_PARTS)[number];

/** The parts that STAGING_ENABLES names; undefined where it names anything else. */
export function readStagingParts(value: string): StagingPart[] | undefined {
  const names = value.split(',').map((name) => name.trim());
  const parts = STAGING_PARTS.filter((part) => names.includes(part));
  return parts.length === names.length ? parts : undefined;
}

/** The first setting of the environment that can't be right, in one sentence. One that is set to nothing counts as not set. */
export function findShapeProblem(env: NodeJS.ProcessEnv): string | undefined {
  for (const name of listSettingNames(() => true)) {
    const value = env[name];
    const problem = value ? SETTING_SHAPES[name]?.(value) : undefined;
    if (problem) return `${name} ${problem}`;
  }
  return undefined;
}

function isWhole(value: string, least: number, most: number): boolean {
  return /^\d{1,7}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function tooShort(value: string): string | undefined {
  return value.trim().length < 32 ? 'must have at least 32 characters.' : undefined;
}
