import * as z from 'zod';
import { readBaseVnSettings, splitWorkflowIds, urlProblem } from '../../worker/features/crawl/fetch/base-vn-settings.ts';
import { ENVIRONMENT_SETTINGS, type EnvironmentSetting, listSettingsReadBy } from '../../worker/platform/environment-settings.ts';
import { isDatabaseUrl } from '../run/problems.ts';
import { SETTING_SHAPES } from '../run/setting-shapes.ts';

/** What is missing, empty or malformed among the settings of a deployment, a sentence each. A set-up finds an origin by itself. */
export function findSettingProblems(env: NodeJS.ProcessEnv, isSetup = false): string[] {
  return [...listSettingsReadBy('worker'), ...OF_THE_DEPLOYMENT].flatMap((name) => {
    const value = env[name];
    const { deployNeeds, meaning }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    if (value === undefined && isSetup && name === 'APP_ORIGIN') return [];
    if (value === undefined) return deployNeeds === 'given' ? [`Set ${name}: ${meaning}`] : [];
    if (value.trim() === '') {
      if (OF_THE_DEPLOYMENT.some((own) => own === name)) return [];
      return [
        `${name} is set to nothing, which would blank the deployed one. Unset it to keep that, or remove it there with \`wrangler secret delete\`.`,
      ];
    }
    const problem = PROBLEMS[name]?.(value);
    return problem ? [`${name} ${problem}`] : [];
  });
}

/** Settings that the deployment itself reads; nothing of them is deployed. */
const OF_THE_DEPLOYMENT = ['DB_REGION', 'DEPLOY_WAIT_SECONDS', 'STAGING_ENABLES'] as const;

/** Why a value can't be right in a deployment, by setting; undefined where it may be. */
const PROBLEMS: typeof SETTING_SHAPES = {
  ...SETTING_SHAPES,
  LIBSQL_URL: (value) =>
    isDatabaseUrl(value) && isEncrypted(new URL(value))
      ? undefined
      : 'must be the address of a libSQL server, such as libsql://name.turso.io.',
  BASE_VN_URL: (value) => (isService(value) ? undefined : 'must be an https address without a password, such as https://workflow.base.vn.'),
  BASE_VN_WORKFLOW_IDS: (value) => {
    const ids = splitWorkflowIds(value);
    const isRight = ids.length > 0 && ids.every((id) => /^\d+$/.test(id));
    return isRight ? undefined : `must be numbers with commas between them, not ${value}.`;
  },
  BASE_VN_FIELD_MAP: (value) => {
    const { problem } = readBaseVnSettings({ BASE_VN_TOKEN: 'any', BASE_VN_WORKFLOW_IDS: '1', BASE_VN_FIELD_MAP: value });
    return problem ? `must be JSON such as {"9013": "tsubosuu"}, with columns that the source can fill. ${problem.text.en}` : undefined;
  },
  GOOGLE_URL: (value) => (isService(value) ? undefined : 'must be an https address without a password.'),
  FACEBOOK_URL: (value) => (isService(value) ? undefined : 'must be an https address without a password.'),
  APP_ORIGIN: (value) => (isOrigin(value) ? undefined : `must be an https origin without a path, not ${value}.`),
  MAIL_FROM: (value) => (isSender(value) ? undefined : `must be an address of a domain that the platform may send for, not ${value}.`),
};

/** Domains that are reserved for examples send nothing. */
function isSender(value: string): boolean {
  const domain = value.slice(value.lastIndexOf('@') + 1).toLowerCase();
  return z.email().safeParse(value).success && !/^(?:[a-z0-9-]+\.)*example\.(?:com|net|org)$/.test(domain);
}

function isOrigin(value: string): boolean {
  if (!isService(value)) return false;
  return new URL(value).origin === value;
}

/** An address that tokens may be sent to. */
const isService = (value: string): boolean => urlProblem(value) === null && isEncrypted(new URL(value));

/** Plain http and ws on this machine serve rehearsals. */
function isEncrypted({ protocol, hostname }: URL): boolean {
  return !['http:', 'ws:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname);
}
