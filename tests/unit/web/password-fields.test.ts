import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FEATURES = join(import.meta.dirname, '../../../web/features');

it('tells the browser of every password field which password it takes', () => {
  const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const fields = files.flatMap(
    (file) => readFileSync(join(FEATURES, file), 'utf8').match(/<FormField\s+name="\w*password\w*"[^>]*>/gi) ?? [],
  );
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter((field) => !/autoComplete="(current|new)-password"/.test(field))).toEqual([]);
});
