import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '#contracts/contracts.ts';
import { isGranted, type Role } from '#contracts/roles.ts';
import { fold } from '#text/fold.ts';
import { PLACES } from '../../../web/api/places.ts';
import type { MessageKey } from '../../../web/i18n/index.ts';
import * as vi from '../../../web/i18n/vi.ts';
import { buildNavigation, pagesOf } from '../../../web/layout/nav.ts';
import { filterChoices, listPages } from '../../../web/layout/search/search-choices.ts';
import { navigation } from '../../../web/navigation.ts';
import { pages } from '../../../web/routes.tsx';

type Roles = readonly Role[];

const mayOf = (roles: Roles) => (grant: Parameters<typeof isGranted>[1]) => isGranted(roles, grant);
const groupsOf = (...roles: Roles) => buildNavigation(navigation, mayOf(roles));
const entriesOf = (...roles: Roles) =>
  groupsOf(...roles)
    .filter(({ isSearchOnly }) => !isSearchOnly)
    .flatMap(({ items }) => items);
/** The addresses of the entries, those of one entry together. */
const addressesOf = (...roles: Roles) => entriesOf(...roles).map((entry) => pagesOf(entry).map(({ to }) => to));
const ENTITY_PATHS = Object.values(CONTRACTS).flatMap(({ path }) => path ?? []);

const DATA = [['/directs', '/directs/due'], ['/indirect'], ['/pro'], ['/mistake']];
const TOTALS = ['/total', '/total-customer', '/statements'];
const STAFF_PAGES = [
  ...[['/home'], ['/my-points'], ['/questions'], ...DATA, ['/operations', '/imports'], ['/months'], ['/directs-techousei']],
  ...[['/directs-techousei/check'], TOTALS, ['/rules/document', '/rules/cases', '/rules/changes']],
];

describe('the sidebar', () => {
  it.each([
    { roles: ['Admin'], most: 22 },
    { roles: ['Writer'], most: 13 },
    { roles: ['Checked'], most: 13 },
    { roles: ['Viewer'], most: 5 },
    { roles: [], most: 5 },
  ] as const)('has at most $most entries for $roles, each page once and each entry under its first page', ({ roles, most }) => {
    const entries = entriesOf(...roles);
    expect(entries.length).toBeLessThanOrEqual(most);
    const addresses = entries.flatMap((entry) => pagesOf(entry).map(({ to }) => to));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(entries.map(({ to }) => to)).toEqual(entries.map((entry) => pagesOf(entry)[0]!.to));
  });

  it('shows somebody without a role their points and questions, the overview, the totals and the rule book', () =>
    expect(addressesOf()).toEqual([['/my-points', '/questions'], ['/home'], TOTALS.slice(0, 2), ['/rules/document']]));
  it('shows a Viewer their points first, and the data, but neither calculation, checks nor settings', () =>
    expect(addressesOf('Viewer')).toEqual([
      ...[['/my-points', '/questions'], ['/home'], [...DATA.flat(), '/directs-techousei'], TOTALS.slice(0, 2), ['/rules/document']],
    ]));
  it.each(['Writer', 'Checked'] as const)('adds the calculation, the checks, everybody’s statements and the logs for %s', (role) =>
    expect(addressesOf(role)).toEqual(STAFF_PAGES),
  );
  it('leads an Admin to every list, setting and log', () => {
    const open = addressesOf('Admin').flat();
    const logs = ['/history', '/history/sign-ins', '/history/refusals', '/history/failed-jobs'];
    const settings = ['/crawl-settings', '/access-tokens', '/system', '/first-steps'];
    expect(open).toEqual(expect.arrayContaining([...STAFF_PAGES.flat(), ...ENTITY_PATHS, ...logs, ...settings]));
  });
  it('shows the lists of rules and of the office to an Admin only', () => {
    const isShown = (path: string, role: Role) => addressesOf(role).flat().includes(path);
    const hidden = ['/tsubo', '/standards', '/formula-results', '/users', '/companies', '/contractor', '/rules/scenarios'];
    for (const role of ['Writer', 'Checked', 'Viewer'] as const) expect(hidden.filter((path) => isShown(path, role))).toEqual([]);
  });
});

describe('the pages of the app', () => {
  const ofMenu = navigation.flatMap(({ items }) => items.flatMap(pagesOf));
  const paths = new Set(pages.map(({ path }) => path!.replace(/\/:\w+\?$/, '')));

  it('are where the navigation leads, and are found for their own section', () => {
    expect(ofMenu.map(({ to }) => to.split('#')[0]!).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('are each in the navigation or the search, or below a page that is', () => {
    const known = new Set(ofMenu.map(({ to }) => to));
    const isKnown = ({ path, section = path }: { path: string; section?: string | null }) =>
      known.has(path) || known.has(section ?? '/help');
    expect(pages.filter((page) => !isKnown(page)).map(({ path }) => path)).toEqual([]);
  });
});

const FIRST_TEXTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = vi;

/** A text of the first load, which the sidebar is drawn from. */
function firstText(key: MessageKey): string {
  const [area, name] = key.split('.') as [string, string];
  const text = FIRST_TEXTS[area]?.[name];
  if (!text) throw new Error(`${key} is no text of the first load`);
  return String(text);
}

describe('the search', () => {
  const found = listPages(navigation, mayOf(['Admin']), { t: firstText, lang: 'vi' }).pages;
  const first = (typed: string) => filterChoices(found, typed).map(({ path }) => path);

  it('finds every page and tab among its first five by its name, with and without accents', () => {
    const missing = found.flatMap(({ title, path }) =>
      [title, fold(title), title.toUpperCase()].filter((typed) => !first(typed).slice(0, 5).includes(path)),
    );
    expect(missing).toEqual([]);
    expect(found.length).toBeGreaterThan(PLACES.filter(({ path }) => path !== null).length);
  });

  it.each([
    ['khoa thang', '/total#lock'],
    ['hoàn tác', '/operations'],
    ['hoan tac', '/operations'],
    ['kiem tra lan luot', '/directs-techousei/check'],
    ['kiem tra', '/directs-techousei/check'],
    ['nhat ky', '/imports'],
    ['to chuc', '/positions'],
    ['lien ket dat mat khau', '/users/password-links'],
  ])('finds by «%s» the page %s', (typed, path) => expect(first(typed)).toContain(path));
});
