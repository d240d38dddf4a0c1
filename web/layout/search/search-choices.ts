import type { LucideIcon } from 'lucide-react';
import { BookOpenText, Plus } from 'lucide-react';
import type { Grant } from '#contracts/roles.ts';
import type { Lang } from '#contracts/text.ts';
import { fold } from '#text/fold.ts';
import { PLACES } from '../../api/places.ts';
import type { translate } from '../../i18n/index.ts';
import { grantFor } from '../access.ts';
import { CHAPTERS } from '../help/chapters.ts';
import { buildNavigation, type NavGroup, type NavItem, pagesOf } from '../nav.ts';

/** What the search offers: a record, a page, or the page that adds a record. */
export interface SearchChoice {
  key: string;
  title: string;
  subtitle: string | null;
  path: string;
  icon?: LucideIcon;
  /** Other words that it is found by. */
  words?: string;
}

export interface SearchSection {
  label: string;
  choices: readonly SearchChoice[];
}

/** Every page that a person may open, and every list to which they may add. */
export function listPages(
  navigation: readonly NavGroup[],
  may: (grant: Grant | undefined) => boolean,
  { t, lang }: { t: typeof translate; lang: Lang },
): { pages: SearchChoice[]; actions: SearchChoice[] } {
  const labelOf = ({ label }: NavItem) => (typeof label === 'string' ? t(label) : label[lang]);
  const pages = buildNavigation(navigation, may).flatMap(({ items }) =>
    items.flatMap((entry) =>
      pagesOf(entry).map((page) => ({
        ...{ key: page.to, path: page.to, title: labelOf(page), subtitle: null, icon: page.icon },
        words: `${labelOf(entry)} ${page.words ? t(page.words) : ''}`,
      })),
    ),
  );
  const actions = PLACES.flatMap((place): SearchChoice[] => {
    if (place.path === null || !may(grantFor(place, 'create')) || !may(grantFor(place, 'open_add'))) return [];
    const path = `${place.path}/add`;
    return [{ key: path, title: t('app.add_to', { name: place.pageTitle[lang] }), subtitle: null, path, icon: Plus }];
  });
  return { pages, actions };
}

/** The chapters of the manual. */
export function listChapters({ t, lang }: { t: typeof translate; lang: Lang }): SearchChoice[] {
  return CHAPTERS.map(({ id, title, words }) => ({
    ...{ key: `/help/${id}`, path: `/help/${id}`, title: title[lang], words: words[lang] },
    ...{ subtitle: t('route.help'), icon: BookOpenText },
  }));
}

/** The choices in which every typed word stands, whatever its case and accents; those that begin with it first, then those whose title has them all. */
export function filterChoices(choices: readonly SearchChoice[], typed: string): SearchChoice[] {
  const wanted = fold(typed).trim();
  const words = wanted.split(/\s+/);
  const texts = new Map(choices.map((choice) => [choice, fold(`${choice.title} ${choice.words ?? ''}`)]));
  const found = choices.filter((choice) => words.every((word) => texts.get(choice)!.includes(word)));
  const rank = (choice: SearchChoice) => {
    const title = fold(choice.title);
    return title.startsWith(wanted) ? 2 : words.every((word) => title.includes(word)) ? 1 : 0;
  };
  return found.sort((a, b) => rank(b) - rank(a));
}

/** Whether the server is asked: one Latin letter is in nearly every text. */
export function isWorthSearching(typed: string): boolean {
  const letters = [...typed.trim()];
  return letters.length > 1 || (letters.length === 1 && letters[0]! > '\u02ff');
}
