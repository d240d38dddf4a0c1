import { describe, expect, it } from 'vitest';
import { describeSettings, makeEnvExample } from '../../scripts/docs/settings.ts';
import { findStaleFiles } from '../../scripts/docs.ts';
import { SETTINGS, settingNames } from '../../worker/settings.ts';

describe('generated documents', () => {
  it('are up to date with contracts, rights and settings', () => {
    expect(findStaleFiles(), 'run `npm run docs` and commit what it writes').toEqual([]);
  });

  it('name every setting, in the table and in .env.example', () => {
    const table = describeSettings();
    const example = makeEnvExample();
    for (const name of Object.keys(SETTINGS)) {
      expect(table, name).toContain(`| \`${name}\` |`);
      expect(example, name).toContain(`\n#${name}=`);
    }
  });

  it('give no secret a value', () => {
    for (const name of settingNames(({ secret }) => secret === true)) expect(makeEnvExample(), name).toContain(`\n#${name}=\n`);
  });
});
