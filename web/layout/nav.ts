import type { LucideIcon } from 'lucide-react';
import { createContext } from 'react';
import type { Grant } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';
import type { MessageKey } from '../i18n/index.ts';
import { ACTIONS } from './access.ts';

export interface NavItem {
  readonly to: string;
  readonly label: MessageKey | Text;
  readonly icon: LucideIcon;
  readonly roles?: Grant | undefined;
  /** What is one's own: comes first for who is no staff. */
  readonly isOwn?: boolean;
}

export interface NavGroup {
  readonly label?: MessageKey;
  /** Needed for the group as a whole, on top of what its items need. */
  readonly roles?: Grant;
  readonly items: readonly NavItem[];
}

/** The sidebar from top to bottom, for everybody; the app hands it in. */
export const NavigationContext = createContext<readonly NavGroup[]>([]);

/** The groups and items a user may open; a Viewer's own points come first. Groups without items are left out. */
export function buildNavigation(groups: readonly NavGroup[], may: (grant: Grant | undefined) => boolean): NavGroup[] {
  const isStaff = may(ACTIONS.read_statements);
  const ownFirst = (a: NavItem, b: NavItem) => (isStaff ? 0 : Number(b.isOwn ?? false) - Number(a.isOwn ?? false));
  const seen = (roles: Grant | undefined) => roles === undefined || may(roles);
  return groups
    .filter((group) => seen(group.roles))
    .map((group) => ({ ...group, items: group.items.filter((item) => seen(item.roles)).sort(ownFirst) }))
    .filter((group) => group.items.length > 0);
}
