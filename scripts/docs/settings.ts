import { ENVIRONMENT_SETTINGS, type EnvironmentSetting, listSettingNames } from '../../worker/platform/environment-settings.ts';
import { wrapText } from './wrap-text.ts';

/** The settings as a Markdown list. */
export function describeSettings(): string {
  const items = listSettingNames(() => true).map((name) => {
    const { secret, initial, meaning, readBy }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    const facts = [...(secret ? ['secret'] : []), ...(initial ? [`\`${initial}\` by default`] : []), `read by ${readBy.join(' and ')}`];
    return wrapText(`- \`${name}\` (${facts.join('; ')}): ${meaning}`);
  });
  return [...items, ''].join('\n');
}

/** The settings as a file of the environment, all commented out; secrets without a value. */
export function makeEnvExample(): string {
  const entries = listSettingNames(() => true).map((name) => {
    const { initial = '', meaning, secret }: EnvironmentSetting = ENVIRONMENT_SETTINGS[name];
    return `# ${meaning}${secret ? ' Secret.' : ''}\n#${name}=${initial}\n`;
  });
  return `# Made from worker/platform/environment-settings.ts by \`npm run docs\`. Copy to .env, which \`npm start\` and the scripts read, or export what you need.\n\n${entries.join('\n')}`;
}
