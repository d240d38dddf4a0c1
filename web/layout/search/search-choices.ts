import type { LucideIcon } from 'lucide-react';
import { BookOpenText, Plus } from 'lucide-react';
import type { Grant } from '#contracts/roles.ts';
import type { Lang } from '#contracts/text.ts';
import { fold } from '#text/fold.ts';
import { PLACES } from '../../api/places.ts';
import type { translate } from '../../i18n/index.ts';
import { grantFor } from '../access.ts';
import { CHAPTERS } from '../help/chapters.ts';
import { buildNavigation, type NavGroup } from '../nav.ts';

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
  const pages = buildNavigation(navigation, may).flatMap(({ items }) =>
    items.map(({ to, label, icon }) => ({
      key: to,
      title: typeof label === 'string' ? t(label) : label[lang],
      subtitle: null,
      path: to,
      icon,
    })),
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

/** The choices in which every typed word stands, whatever its case and accents; those that begin with it first. */
export function filterChoices(choices: readonly SearchChoice[], typed: string): SearchChoice[] {
  const wanted = fold(typed).trim();
  const words = wanted.split(/\s+/);
  const texts = new Map(choices.map((choice) => [choice, fold(`${choice.title} ${choice.words ?? ''}`)]));
  const found = choices.filter((choice) => words.every((word) => texts.get(choice)!.includes(word)));
  const begins = (choice: SearchChoice) => Number(texts.get(choice)!.startsWith(wanted));
  return found.sort((a, b) => begins(b) - begins(a));
}

/** Whether the server is asked: one Latin letter is in nearly every text. */
export function isWorthSearching(typed: string): boolean {
  const letters = [...typed.trim()];
  return letters.length > 1 || (letters.length === 1 && letters[0]! > '\u02ff');
}
