import {
  Award,
  Building2,
  Calculator,
  Clock3,
  DraftingCompass,
  Gauge,
  Handshake,
  History,
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
import type { Grant } from '#contracts/roles.ts';
import type { MessageKey } from '../i18n/index.ts';
import { ACTIONS, screenGrants } from './access.ts';

export interface NavItem {
  readonly to: string;
  readonly label: MessageKey;
  readonly icon: LucideIcon;
  readonly roles?: Grant;
}

export interface NavGroup {
  readonly label?: MessageKey;
  /** Needed for the group as a whole, on top of what its items need. */
  readonly roles?: Grant;
  readonly items: readonly NavItem[];
}

/** The sidebar from top to bottom. */
const navGroups: readonly NavGroup[] = [
  {
    items: [
      { to: '/home', label: 'route.home', icon: LayoutDashboard },
      { to: '/total', label: 'route.total', icon: Sigma },
      { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
    ],
  },
  {
    label: 'app.group_data',
    roles: ACTIONS.see_data,
    items: [
      { to: '/directs', roles: screenGrants('directs').open_list, label: 'route.directs', icon: DraftingCompass },
      {
        to: '/directs-techousei',
        roles: screenGrants('directs_techousei').open_list,
        label: 'route.directs_techousei',
        icon: SlidersHorizontal,
      },
      { to: '/indirect', roles: screenGrants('indirects').open_list, label: 'route.indirect', icon: Clock3 },
      { to: '/pro', roles: screenGrants('pro').open_list, label: 'route.pro', icon: Award },
      { to: '/mistake', roles: screenGrants('mistakes').open_list, label: 'route.mistake', icon: TriangleAlert },
    ],
  },
  { roles: ACTIONS.calculate, items: [{ to: '/calculate', label: 'route.calculate', icon: Calculator }] },
  {
    label: 'app.group_settings',
    roles: ACTIONS.administer,
    items: [
      { to: '/tsubo', roles: screenGrants('tsubos').open_list, label: 'route.tsubo', icon: Ruler },
      { to: '/standards', roles: screenGrants('standards').open_list, label: 'route.standards', icon: Scale },
      { to: '/propoint', roles: screenGrants('pro_point').open_list, label: 'route.propoint', icon: Gauge },
      { to: '/indirectnote', roles: screenGrants('indirect_note').open_list, label: 'route.indirectnote', icon: StickyNote },
      {
        to: '/formula-base-points',
        roles: screenGrants('formula-base-points').open_list,
        label: 'route.formula_base_points',
        icon: Variable,
      },
      { to: '/formula-results', roles: screenGrants('formula-results').open_list, label: 'route.formula_results', icon: SquareFunction },
    ],
  },
  {
    label: 'app.group_management',
    roles: ACTIONS.administer,
    items: [
      { to: '/users', roles: screenGrants('users').open_list, label: 'route.users', icon: Users },
      { to: '/departments', roles: screenGrants('departments').open_list, label: 'route.departments', icon: Network },
      { to: '/department_groups', roles: screenGrants('department_groups').open_list, label: 'route.department_groups', icon: UsersRound },
      { to: '/customers', roles: screenGrants('customers').open_list, label: 'route.customers', icon: Handshake },
      { to: '/work-category', roles: screenGrants('work-categories').open_list, label: 'route.work_category', icon: Tags },
      { to: '/history', label: 'route.history', icon: History, roles: ACTIONS.read_history },
    ],
  },
];

/** The groups and items that somebody sees; a group without items is not drawn. */
export function navFor(may: (grant: Grant | undefined) => boolean): NavGroup[] {
  const seen = (roles: Grant | undefined) => roles === undefined || may(roles);
  return navGroups
    .filter((group) => seen(group.roles))
    .map((group) => ({ ...group, items: group.items.filter((item) => seen(item.roles)) }))
    .filter((group) => group.items.length > 0);
}
