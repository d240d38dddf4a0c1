import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What grows with a person's letters: letters, lines, and the widths of windows at which pages fold. */
const FOLLOWS_LETTERS =
  /(?:font-size|line-height|--text-[a-z-]+|--breakpoint-[a-z]+):[^;]*\dpx|\((?:min-|max-)?width\b[^)]*\dpx|text-\[\d+px/;
/** A sheet of paper is as large for everybody. */
const PAPER = 'web/styles/print.css';

it('sizes letters and folds pages by the letters that a person chose in the browser', () => {
  const files = globSync('web/{ui,crud,layout,features,styles,public}/**/*.{css,ts,tsx,js}').filter((file) => file !== PAPER);
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => FOLLOWS_LETTERS.test(line) && !line.includes('100%'))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
