import { ENVIRONMENT_SETTINGS, type EnvironmentSetting, listSettingNames } from '../../worker/platform/environment-settings.ts';

/** The settings as a Markdown table. */
export function describeSettings(): string {
  const rows = listSettingNames(() => true).map((name) => {
    const { secret, initial = '', meaning, readBy }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    return `| \`${name}\` | ${secret ? 'yes' : ''} | ${initial && `\`${initial}\``} | ${readBy.join(', ')} | ${meaning} |`;
  });
  return ['| setting | secret | default | read by | meaning |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}

/** The settings as a file of the environment, all commented out; secrets without a value. */
export function makeEnvExample(): string {
  const entries = listSettingNames(() => true).map((name) => {
    const { initial = '', meaning, secret }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    return `# ${meaning}${secret ? ' Secret.' : ''}\n#${name}=${initial}\n`;
  });
  return `# Made from worker/platform/environment-settings.ts by \`npm run docs\`. Copy to .env, which \`npm start\` and the scripts read, or export what you need.\n\n${entries.join('\n')}`;
}
