/** One value of the environment. Everything that reads, documents or protects settings does so from this table. */
export interface EnvironmentSetting {
  /** Who reads it: the Worker, the scripts (`npm start` and the others), the web app while it is built. */
  readonly readBy: readonly ('worker' | 'scripts' | 'web')[];
  /** Never logged, kept or built into anything; a secret of the Worker in a deployment. */
  readonly secret?: true;
  /** The value it has when it is not set. */
  readonly initial?: string;
  /** A deployment is refused without it: each time, or until a former one has sent it. */
  readonly deployNeeds?: 'given' | 'deployed';
  readonly meaning: string;
}

export const ENVIRONMENT_SETTINGS = {
  PORT: { readBy: ['scripts'], initial: '8788', meaning: 'Port of the site of `npm start`.' },
  HOST: { readBy: ['scripts'], initial: '127.0.0.1', meaning: 'Address that the site of `npm start` listens on.' },
  DATA_DIR: {
    readBy: ['scripts'],
    initial: '.data',
    meaning: 'Folder of database, files, keys and logs. One instance per folder; several run side by side with other ports.',
  },
  SEED: { readBy: ['scripts'], initial: 'demo', meaning: '`demo` fills an empty database with the demo company, `none` leaves it empty.' },
  ALLOW_DEMO_ON_NETWORK: {
    readBy: ['scripts'],
    meaning: '`1` lets `SEED=demo` run where `HOST` is reached from other machines: everybody knows the password of the demo accounts.',
  },
  LIBSQL_URL: {
    readBy: ['worker', 'scripts'],
    secret: true,
    deployNeeds: 'given',
    meaning: 'Address of the libSQL server. Without it `npm start` runs one of its own in `DATA_DIR`.',
  },
  LIBSQL_AUTH_TOKEN: { readBy: ['worker', 'scripts'], secret: true, meaning: 'Token of that server.' },
  LIBSQL_STREAMS: {
    readBy: ['worker'],
    initial: '6',
    meaning: 'Streams to that server that an isolate keeps for reading, beside two for writing; 0 opens one for each call.',
  },
  JWT_SECRET: {
    readBy: ['worker', 'scripts'],
    secret: true,
    deployNeeds: 'deployed',
    meaning: 'Signs access tokens; 32 characters or more. `npm start` makes one and keeps it in `DATA_DIR`.',
  },
  JWT_SECRET_PREVIOUS: {
    readBy: ['worker'],
    secret: true,
    meaning: 'The secret before the present one, while it is being rotated: its tokens still count.',
  },
  BACKUP_KEY: {
    readBy: ['worker', 'scripts'],
    secret: true,
    deployNeeds: 'deployed',
    meaning: 'Encrypts backups; 32 characters or more. Without it there are none. `npm start` makes one and keeps it in `DATA_DIR`.',
  },
  APP_ORIGIN: {
    readBy: ['worker', 'scripts'],
    deployNeeds: 'given',
    meaning:
      'Origin of the site, such as `https://tensu.example.com`: links in mails begin with it. A set-up without it takes the address of the Pages project.',
  },
  CLIENT_IP_HEADER: {
    readBy: ['worker'],
    initial: 'CF-Connecting-IP',
    meaning:
      "Header with the caller's address, which the proxy in front sets itself; `none` where nothing does. `npm start` believes none unless it is set.",
  },
  PLAN_ROWS_READ: {
    readBy: ['worker'],
    meaning:
      "Rows that the database's plan lets a month read, such as `2500000000`: the page of the system compares the month with it, and Admins are told at 70 and at 90 %.",
  },
  CALLS_PER_MINUTE: {
    readBy: ['worker'],
    initial: '600',
    meaning: 'Calls that one signed-in person may make in a minute, every 5,000 rows of a long list being one more; then 429.',
  },
  MAIL_FROM: {
    readBy: ['worker'],
    initial: 'tensu@example.com',
    meaning: 'Sender of mails. `npm start` writes mails to files under `DATA_DIR/tmp/email`.',
  },
  BASE_VN_URL: {
    readBy: ['worker', 'scripts'],
    meaning:
      'Address of Base.vn Workflow, `https://workflow.base.vn` in a deployment; locally a stand-in answers unless it is set. Its origin is the only one that is called.',
  },
  BASE_VN_TOKEN: { readBy: ['worker', 'scripts'], secret: true, meaning: 'Access token of Base.vn Workflow.' },
  CRAWL_PUSH_SECRET: {
    readBy: ['worker', 'scripts'],
    secret: true,
    meaning:
      'Last part of the address `/api/v1/crawl_push/<secret>` that Base.vn calls when a job changes; 32 characters or more. Off without it.',
  },
  BASE_VN_WORKFLOW_IDS: {
    readBy: ['worker'],
    meaning: 'Workflows to crawl, by id, with commas, until an Admin chooses others on screen; likewise the next two.',
  },
  BASE_VN_FIELD_MAP: { readBy: ['worker'], meaning: 'JSON: id or name of a form field of the source → column of a direct.' },
  BASE_VN_NUMBERS: {
    readBy: ['worker'],
    initial: 'dot',
    meaning: 'How the source writes numbers: `dot` reads `1.250` as 1.25, `comma` as 1250. With a comma it is the decimal sign in both.',
  },
  GOOGLE_CLIENT_ID: {
    readBy: ['worker', 'web'],
    meaning: 'Turns sign-in with Google on; allow `<origin>/login/google` as redirect address there.',
  },
  FACEBOOK_APP_ID: {
    readBy: ['worker', 'web'],
    meaning: 'Turns sign-in with Facebook on; allow `<origin>/login/facebook` as redirect address there.',
  },
  FACEBOOK_APP_SECRET: { readBy: ['worker'], secret: true, meaning: 'Secret of that Facebook app.' },
  GOOGLE_URL: { readBy: ['worker'], meaning: "Address of Google's token check; tests put a stand-in there." },
  FACEBOOK_URL: { readBy: ['worker'], meaning: "Address of Facebook's Graph API; tests put a stand-in there." },
  APP_VERSION: {
    readBy: ['worker', 'web'],
    meaning: 'Version that `/healthz` and the page tell; set by `npm start` and, to the commit, by `npm run deploy`.',
  },
  DB_REGION: {
    readBy: ['scripts'],
    deployNeeds: 'given',
    meaning: 'Region of the database, such as `aws:ap-northeast-1` (Tokyo) or `aws:ap-south-1` (Mumbai): the Worker is deployed beside it.',
  },
  STAGING_ENABLES: {
    readBy: ['scripts'],
    meaning: 'What a rehearsal (`--env staging`) does as production does: `mail`, `crons`, `crawl`, with commas. Nothing unless it is set.',
  },
  STAGING: { readBy: ['web'], meaning: '`1` shows on every page that this is a rehearsal; `npm run deploy -- --env staging` sets it.' },
  DEPLOY_WAIT_SECONDS: {
    readBy: ['scripts'],
    initial: '120',
    meaning: 'How long `npm run deploy` waits at most until the site serves the new version.',
  },
  WRANGLER: {
    readBy: ['scripts'],
    meaning: 'Program that `npm run deploy` runs instead of the installed wrangler; tests put a stand-in there.',
  },
  API_URL: { readBy: ['web'], initial: 'http://localhost:8788', meaning: 'Where the development server of the web app finds the API.' },
  CHROMIUM: { readBy: ['scripts'], meaning: "Browser of the browser tests; without it Debian's headless shell or Chromium." },
} as const satisfies Record<string, EnvironmentSetting>;

export type EnvironmentSettingName = keyof typeof ENVIRONMENT_SETTINGS;

/** Names of the settings that one reader takes. */
export function listSettingsReadBy(reader: EnvironmentSetting['readBy'][number]): EnvironmentSettingName[] {
  return listSettingNames(({ readBy }) => readBy.includes(reader));
}

/** Secrets that the Worker cannot live without. */
export function listRequiredSecrets(): EnvironmentSettingName[] {
  return listSettingNames(({ secret, deployNeeds }) => secret === true && deployNeeds !== undefined);
}

export function listSettingNames(matches: (setting: EnvironmentSetting) => boolean): EnvironmentSettingName[] {
  return (Object.keys(ENVIRONMENT_SETTINGS) as EnvironmentSettingName[]).filter((name) => matches(ENVIRONMENT_SETTINGS[name]));
}
