import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as en from '../../../web/i18n/en.ts';
import { CHAPTERS, findChapter, loadChapter } from '../../../web/layout/help/chapters.ts';
import { listNames, parseChapter } from '../../../web/layout/help/parse-chapter.ts';
import { pages } from '../../../web/routes.tsx';

const PICTURES = join(import.meta.dirname, '../../../web/public/manual');
const MAX_BYTES = 700_000;

describe('the manual', () => {
  it('has a chapter for every page behind the sign-in', () => {
    expect(pages.map(({ path }) => path).filter((path) => !findChapter(path))).toEqual([]);
  });

  it('has no chapter about a page that is not there', () => {
    const paths = pages.map(({ path }) => path);
    const isPage = (page: string) => paths.some((path) => path === page || path.startsWith(`${page}/`));
    expect(CHAPTERS.flatMap((chapter) => chapter.pages).filter((page) => !isPage(page))).toEqual([]);
  });

  it('takes the chapter that names most of an address', () => {
    const chapterOf = (path: string) => findChapter(path)?.id;
    expect(['/users', '/users/12/view', '/users/12/points', '/users/profile', '/directs/add'].map(chapterOf)).toEqual([
      ...['people', 'people', 'points', 'profile', 'jobs'],
    ]);
  });

  it.each(CHAPTERS)('says the same in both languages: $id', async ({ id }) => {
    const { vi, en } = await loadChapter(id);
    const shapeOf = (source: string) => parseChapter(source).map((block) => [block.kind, 'items' in block ? block.items.length : 0]);
    expect(shapeOf(en)).toEqual(shapeOf(vi));
    expect(listNames(en)).toHaveLength(listNames(vi).length);
  });

  it.each(CHAPTERS)('names what stands on an English screen: $id', async ({ id }) => {
    const names = listNames((await loadChapter(id)).en).filter((name) => !['Ctrl+K', '?'].includes(name));
    expect(names.filter((name) => !englishTexts.has(name))).toEqual([]);
  });

  it('has the pictures that it shows, no others, and small ones', async () => {
    const sources = await Promise.all(CHAPTERS.map(async ({ id }) => (await loadChapter(id)).vi));
    const shown = sources.flatMap((source) =>
      parseChapter(source).flatMap((block) => (block.kind === 'picture' ? [`${block.name}.webp`] : [])),
    );
    const files = readdirSync(PICTURES);
    expect(files.sort()).toEqual([...new Set(shown)].sort());
    expect(files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0)).toBeLessThan(MAX_BYTES);
  });
});

/** What the English app can say, also as far as a value that is filled in: its catalogue, and the texts that contracts bring along. */
const englishTexts: ReadonlySet<string> = new Set([...textsOf(en), ...textsOfContracts()].flatMap((text) => [text, text.split(' {')[0]!]));

function textsOf(words: object): string[] {
  return Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : textsOf(word)));
}

function textsOfContracts(): string[] {
  const folder = join(import.meta.dirname, '../../../worker/contracts');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\ben: (?:'([^']+)'|"([^"]+)")/g)].map((found) => found[1] ?? found[2]!),
  );
}
