import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SearchHit } from '#contracts/calls/answers/search.ts';
import { read } from '../../api/client.ts';
import { PLACES } from '../../api/places.ts';
import { useSession } from '../../api/session.tsx';
import { formatTitle, useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { useDelayed, useSettled } from '../../ui/hooks/use-delayed.ts';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { NavigationContext } from '../nav.ts';
import { readRecentRecords } from './recent-records.ts';
import { filterChoices, isWorthSearching, listChapters, listPages, type SearchSection } from './search-choices.ts';

const TYPING_PAUSE_MS = 150;
/** Pages and actions beside records. */
const MAX_PAGES = 5;

/** Finds pages, actions and the records of every list; without a word it offers what was opened last. By keyboard alone: arrows, Enter, Esc. */
export function SearchDialog({ onReady, onClose }: { onReady: () => void; onClose: () => void }) {
  const { t } = useText();
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { sections, isSearching, failed } = useSections(typed);
  const waiting = useDelayed(isSearching);
  const choices = sections.flatMap((section) => section.choices);
  const current = Math.min(active, choices.length - 1);
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another walk.
  useEffect(() => setActive(0), [typed]);
  // Scrolling answers a promise in some browsers, which React would take for a clean-up.
  useEffect(() => void list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: 'nearest' }), [current]);

  const open = (path: string) => {
    onClose();
    void navigate(path);
    // One goes on in the page that was chosen, which may begin in a field of its own, not where the search was asked for.
    afterPaint(() => {
      if (!document.activeElement?.closest('form, [data-row-id], [role=dialog]'))
        document.getElementById('content')?.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((current + step + choices.length) % Math.max(choices.length, 1));
    } else if (event.key === 'Enter' && choices[current]) {
      event.preventDefault();
      open(choices[current].path);
    }
  };
  const word = typed.trim();
  const state = failed ? t('app.search_failed') : waiting ? t('control.searching') : '';
  const count = choices.length > 0 ? t('app.search_count', { n: choices.length }) : t('app.search_none', { word });
  return (
    <Dialog open onClose={onClose} title={t('app.search_everywhere')} size="md">
      <TextInput
        type="search"
        role="combobox"
        autoFocus
        aria-label={t('app.search_everywhere')}
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        maxLength={200}
        placeholder={t('app.search_hint')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={onReady}
      />
      <p role="status" className="sr-only">
        {state || (word && !isSearching ? count : '')}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('app.search_everywhere')}
        className="mt-3 min-h-60"
        aria-busy={isSearching}
      >
        {sections.map(({ label, choices: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
          <div key={label} role="group" aria-label={label} className="mb-2">
            <div aria-hidden className="px-2 py-1 text-legend font-medium text-muted">
              {label}
            </div>
            {own.map(({ key, title, subtitle, path, icon: Icon }) => {
              const index = choices.findIndex((choice) => choice.key === key);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its keys
                <div
                  key={key}
                  id={`${id}-${index}`}
                  data-index={index}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === current}
                  data-active={index === current || undefined}
                  onClick={() => open(path)}
                  onPointerMove={() => setActive(index)}
                  className={cx('flex min-h-9 cursor-pointer items-center gap-2 rounded px-2 py-1', index === current && 'bg-hover')}
                >
                  {Icon && <Icon size={16} className="shrink-0 text-muted" aria-hidden />}
                  <span className="min-w-0 truncate">{title}</span>
                  {subtitle && <span className="min-w-0 flex-1 truncate text-right text-table text-muted">{subtitle}</span>}
                </div>
              );
            })}
          </div>
        ))}
        {choices.length === 0 && word && !isSearching && !failed && <p className="px-2 py-6 text-center text-muted">{count}</p>}
        {state && <p className="px-2 py-2 text-table text-muted">{state}</p>}
      </div>
    </Dialog>
  );
}

/** What is offered for the words so far: pages at once, records once the server has answered. */
function useSections(typed: string): { sections: SearchSection[]; isSearching: boolean; failed: boolean } {
  const { t, lang } = useText();
  const { may, user } = useSession();
  const navigation = useContext(NavigationContext);
  const q = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const asks = isWorthSearching(q);
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', q],
    ...read<{ data: SearchHit[] }>('search', { q }),
    enabled: asks,
    placeholderData: keepPreviousData,
  });
  const { pages, actions } = useMemo(() => listPages(navigation, may, { t, lang }), [navigation, may, t, lang]);
  const recent = useMemo(() => readRecentRecords(user?.id ?? 0).map((record) => ({ ...record, key: record.path })), [user?.id]);
  if (typed.trim() === '') {
    const sections = [
      { label: t('app.search_recent'), choices: recent },
      { label: t('app.search_pages'), choices: pages },
    ];
    return { sections: sections.filter(({ choices }) => choices.length > 0), isSearching: false, failed: false };
  }
  const hits = asks ? (data?.data ?? []) : [];
  const groups = [...Map.groupBy(hits, ({ entity }) => entity)].map(([entity, found]) => ({
    label: PLACES.find(({ name }) => name === entity)?.pageTitle[lang] ?? entity,
    choices: found.map((hit) => ({ ...hit, title: formatTitle(hit.title), key: hit.path })),
  }));
  const sections = [
    { label: t('app.search_pages'), choices: filterChoices(pages, typed).slice(0, MAX_PAGES) },
    ...groups,
    { label: t('route.help'), choices: filterChoices(listChapters({ t, lang }), typed).slice(0, MAX_PAGES) },
    { label: t('list.actions'), choices: filterChoices(actions, typed).slice(0, MAX_PAGES) },
  ];
  const isSearching = isWorthSearching(typed) && (isFetching || typed.trim() !== q);
  return { sections: sections.filter(({ choices }) => choices.length > 0), isSearching, failed: asks && isError };
}
