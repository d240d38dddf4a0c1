import {
  Building2,
  Calculator,
  ClipboardCheck,
  History,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  MessageCircleQuestionMark,
  ReceiptText,
  Sigma,
} from 'lucide-react';
import type { NavGroup as GroupName } from '#contracts/contract.ts';
import type { Grant } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';
import { ENTITY_SCREENS } from '../entity-screens.ts';
import type { MessageKey } from '../i18n/index.ts';
import { ACTIONS, grantFor } from './access.ts';
import { PLACES } from './places.ts';

export interface NavItem {
  readonly to: string;
  readonly label: MessageKey | Text;
  readonly icon: LucideIcon;
  readonly roles?: Grant | undefined;
}

export interface NavGroup {
  readonly label?: MessageKey;
  /** Needed for the group as a whole, on top of what its items need. */
  readonly roles?: Grant;
  readonly items: readonly NavItem[];
}

const MY_POINTS: NavItem = { to: '/my-points', label: 'route.my_points', icon: ReceiptText };

/** The sidebar from top to bottom; the lists of a group are in the order of CONTRACTS. */
const navGroups: readonly NavGroup[] = [
  {
    items: [
      { to: '/home', label: 'route.home', icon: LayoutDashboard },
      MY_POINTS,
      { to: '/questions', label: 'route.questions', icon: MessageCircleQuestionMark },
    ],
  },
  { label: 'app.group_data', roles: ACTIONS.see_data, items: buildListItems('data') },
  {
    label: 'app.group_closing',
    items: [
      { to: '/calculate', label: 'route.calculate', icon: Calculator, roles: ACTIONS.calculate },
      ...buildListItems('closing'),
      { to: '/total', label: 'route.total', icon: Sigma },
      { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
      { to: '/statements', label: 'route.statements', icon: ClipboardCheck, roles: ACTIONS.read_statements },
      { to: '/total#lock', label: 'route.lock_month', icon: Lock, roles: ACTIONS.lock_month },
    ],
  },
  { label: 'app.group_settings', roles: ACTIONS.administer, items: buildListItems('settings') },
  {
    label: 'app.group_management',
    roles: ACTIONS.administer,
    items: [...buildListItems('management'), { to: '/history', label: 'route.history', icon: History, roles: ACTIONS.read_history }],
  },
];

function buildListItems(group: GroupName): NavItem[] {
  return PLACES.flatMap((place) => {
    const { name, navGroup, path, pageTitle: label } = place;
    if (navGroup !== group || path === null || name === 'roles') return [];
    return [{ to: path, label, icon: ENTITY_SCREENS[name].icon, roles: grantFor(place, 'open_list') }];
  });
}

/** The groups and items a user may open; a Viewer's own points come first. Groups without items are left out. */
export function buildNavigation(may: (grant: Grant | undefined) => boolean): NavGroup[] {
  const isStaff = may(ACTIONS.read_statements);
  const ownPointsFirst = (a: NavItem, b: NavItem) => (isStaff ? 0 : Number(b === MY_POINTS) - Number(a === MY_POINTS));
  const seen = (roles: Grant | undefined) => roles === undefined || may(roles);
  return navGroups
    .filter((group) => seen(group.roles))
    .map((group) => ({ ...group, items: group.items.filter((item) => seen(item.roles)).sort(ownPointsFirst) }))
    .filter((group) => group.items.length > 0);
}
