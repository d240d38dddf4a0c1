import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext } from 'react';
import type { Grant } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';
import type { MessageKey } from '../i18n/index.ts';

export interface NavItem {
  readonly to: string;
  readonly label: MessageKey | Text;
  readonly icon: LucideIcon;
  readonly roles?: Grant | undefined;
  /** Other words that the search finds it by. */
  readonly words?: MessageKey;
  /** Pages that belong together: the entry leads to the first that the user may open, and each of them shows them all as tabs. */
  readonly tabs?: readonly NavItem[];
  /** What is drawn behind the label, such as a number that waits. */
  readonly badge?: ComponentType;
  /** A tab that has had its day: it is shown only while its page is open, and the search still finds it. */
  readonly isOver?: () => boolean;
}

export interface NavGroup {
  readonly label?: MessageKey;
  /** Needed for the group as a whole, on top of what its items need. */
  readonly roles?: Grant;
  /** Who may do this has other groups instead. */
  readonly hiddenFrom?: Grant;
  /** Pages that are reached from elsewhere: the search finds them, the sidebar leaves them out. */
  readonly isSearchOnly?: boolean;
  readonly items: readonly NavItem[];
}

/** The sidebar from top to bottom, for everybody; the app hands it in. */
export const NavigationContext = createContext<readonly NavGroup[]>([]);

/** The groups, entries and tabs a user may open. Entries without tabs that may be opened are left out, and groups without entries. */
export function buildNavigation(groups: readonly NavGroup[], may: (grant: Grant | undefined) => boolean): NavGroup[] {
  const isOpen = ({ roles }: { readonly roles?: Grant | undefined }) => roles === undefined || may(roles);
  const withTabs = (item: NavItem): NavItem[] => {
    if (!item.tabs) return [item];
    const tabs = item.tabs.filter(isOpen);
    return tabs[0] ? [{ ...item, to: tabs[0].to, tabs }] : [];
  };
  return groups
    .filter((group) => isOpen(group) && !(group.hiddenFrom && may(group.hiddenFrom)))
    .map((group) => ({ ...group, items: group.items.filter(isOpen).flatMap(withTabs) }))
    .filter((group) => group.items.length > 0);
}

/** The pages of an entry: its tabs, or itself. */
export const pagesOf = (item: NavItem): readonly NavItem[] => item.tabs ?? [item];
