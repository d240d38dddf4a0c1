import {
  Award,
  BriefcaseBusiness,
  Building,
  Building2,
  Calculator,
  Clock3,
  DraftingCompass,
  Gauge,
  Handshake,
  HardHat,
  History,
  House,
  LayoutDashboard,
  type LucideIcon,
  Network,
  Ruler,
  Scale,
  Sigma,
  SlidersHorizontal,
  SquareFunction,
  StickyNote,
  Tags,
  TriangleAlert,
  Users,
  UsersRound,
  Variable,
} from 'lucide-react';
import type { NavGroup as GroupName } from '#contracts/contract.ts';
import type { EntityName } from '#contracts/contracts.ts';
import type { Grant } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';
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

/** The icon of every entity with a page; a new entity without one does not compile. */
const ICONS: Readonly<Record<Exclude<EntityName, 'roles'>, LucideIcon>> = {
  users: Users,
  positions: BriefcaseBusiness,
  companies: Building,
  departments: Network,
  department_groups: UsersRound,
  customers: Handshake,
  'work-categories': Tags,
  contractors: HardHat,
  constructions: House,
  directs: DraftingCompass,
  directs_techousei: SlidersHorizontal,
  indirects: Clock3,
  pro: Award,
  mistakes: TriangleAlert,
  tsubos: Ruler,
  standards: Scale,
  pro_point: Gauge,
  indirect_note: StickyNote,
  'formula-base-points': Variable,
  'formula-results': SquareFunction,
};

/** The sidebar from top to bottom; the lists of a group stand in the order of CONTRACTS. */
const navGroups: readonly NavGroup[] = [
  {
    items: [
      { to: '/home', label: 'route.home', icon: LayoutDashboard },
      { to: '/total', label: 'route.total', icon: Sigma },
      { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
    ],
  },
  { label: 'app.group_data', roles: ACTIONS.see_data, items: listItems('data') },
  { items: [{ to: '/calculate', label: 'route.calculate', icon: Calculator, roles: ACTIONS.calculate }] },
  { label: 'app.group_settings', roles: ACTIONS.administer, items: listItems('settings') },
  {
    label: 'app.group_management',
    roles: ACTIONS.administer,
    items: [...listItems('management'), { to: '/history', label: 'route.history', icon: History, roles: ACTIONS.read_history }],
  },
];

function listItems(group: GroupName): NavItem[] {
  return PLACES.filter(({ navGroup, path }) => navGroup === group && path !== null).map((place) => ({
    to: place.path!,
    label: place.pageTitle,
    icon: ICONS[place.name as keyof typeof ICONS],
    roles: grantFor(place, 'open_list'),
  }));
}

/** The groups and items that somebody sees; a group without items is not drawn. */
export function navFor(may: (grant: Grant | undefined) => boolean): NavGroup[] {
  const seen = (roles: Grant | undefined) => roles === undefined || may(roles);
  return navGroups
    .filter((group) => seen(group.roles))
    .map((group) => ({ ...group, items: group.items.filter((item) => seen(item.roles)) }))
    .filter((group) => group.items.length > 0);
}
