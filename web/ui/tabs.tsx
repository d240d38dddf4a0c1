import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

interface TabsProps<Key extends string> {
  tabs: readonly { key: Key; label: string }[];
  current: Key;
  onChange: (key: Key) => void;
  /** The accessible name of the tabs. */
  label: string;
  /** The panel of the current tab. */
  children: ReactNode;
}

/** The row of tabs; it scrolls sideways where it is wider than the page. */
export const TAB_ROW = 'relative flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line';

/** A tab, or a link that looks like one. */
export const tabClass = (isCurrent: boolean) =>
  `flex h-9 shrink-0 items-center border-b-2 px-3 font-medium whitespace-nowrap focus-visible:-outline-offset-2 ${isCurrent ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text'}`;

/** Where the tabs are wider than the screen, the current one is scrolled into sight; the page itself stays where it is. */
export function useCurrentTabInSight(row: RefObject<HTMLElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the current one.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected=true], [aria-current]');
    if (tab) row.current!.scrollLeft = tab.offsetLeft - (row.current!.clientWidth - tab.offsetWidth) / 2;
  }, [row, current]);
}

/** Views of one subject; arrow keys, Home and End move between the tabs. */
export function Tabs<Key extends string>({ tabs, current, onChange, label, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useCurrentTabInSight(list, current);

  const move = (event: KeyboardEvent) => {
    const now = tabs.findIndex((tab) => tab.key === current);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    onChange(tabs[index]!.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={TAB_ROW}>
        {tabs.map((tab) => {
          const selected = tab.key === current;
          return (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={selected}
              aria-controls={selected ? `${id}-panel` : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.key)}
              className={tabClass(selected)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="pt-4">
        {children}
      </div>
    </div>
  );
}
