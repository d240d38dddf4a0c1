import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CONTRACTS, type EntityName } from '../../../worker/contracts/contracts.ts';
import { DIRECT_POINTS } from '../../../worker/contracts/entities/directs.ts';

const PAGES = resolve(import.meta.dirname, '../../../web/features');

/** Fields that only an import, a crawl or the API fills. */
const NOT_IN_FORMS: Partial<Record<EntityName, readonly string[]>> = {
  customers: ['is_merchant', 'merchant_id'],
};

/** Fields that a form takes from a list, by the list's name. */
const LISTS: Readonly<Record<string, readonly string[]>> = { DIRECT_POINTS };

/** The file of a page, with those beside it where an entity has a folder of its own. */
const FILES = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ folder: dirname(file), text: readFileSync(join(PAGES, file), 'utf8') }));

/** Entities whose form is the fields of their contract. */
const WHOLE = [...readFileSync(join(PAGES, 'reference/plain-pages.tsx'), 'utf8').matchAll(/^ {2}'?([\w-]+)'?: plain\(.*\),$/gm)].map(
  ([, name]) => name,
);

it.each(Object.values(CONTRACTS).filter(({ path, name }) => path !== null && !WHOLE.includes(name)))(
  'the form of $name has a place for every field that a person fills',
  ({ name, fields }) => {
    const pages = FILES.filter(({ text }) => /<Form(Field|Section)/.test(text) && new RegExp(`entities/${name}\\.ts`).test(text));
    const texts = FILES.filter(
      (file) => pages.includes(file) || (file.folder !== '.' && pages.some(({ folder }) => folder === file.folder)),
    );
    const all = texts.map(({ text }) => text).join('\n');
    const written = Object.entries(fields).filter(
      ([field, { readonly }]) => !readonly && !NOT_IN_FORMS[name as EntityName]?.includes(field),
    );
    const listed = Object.entries(LISTS).flatMap(([list, names]) => (all.includes(`{${list}.map(`) ? names : []));
    const missing = written.filter(([field]) => !listed.includes(field) && !new RegExp(`name="${field}"|'${field}'`).test(all));
    expect(missing.map(([field]) => field)).toEqual([]);
  },
);
