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
import { ADMIN, ALL_ROLES, type Grant, STAFF } from '#contracts/roles.ts';
import type { MessageKey } from '../i18n/index.ts';

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
export const navGroups: readonly NavGroup[] = [
  {
    items: [
      { to: '/home', label: 'route.home', icon: LayoutDashboard },
      { to: '/total', label: 'route.total', icon: Sigma },
      { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
    ],
  },
  {
    label: 'app.group_data',
    roles: ALL_ROLES,
    items: [
      { to: '/directs', label: 'route.directs', icon: DraftingCompass },
      { to: '/directs-techousei', label: 'route.directs_techousei', icon: SlidersHorizontal },
      { to: '/indirect', label: 'route.indirect', icon: Clock3 },
      { to: '/pro', label: 'route.pro', icon: Award },
      { to: '/mistake', label: 'route.mistake', icon: TriangleAlert },
    ],
  },
  { roles: STAFF, items: [{ to: '/calculate', label: 'route.calculate', icon: Calculator }] },
  {
    label: 'app.group_settings',
    roles: ADMIN,
    items: [
      { to: '/tsubo', label: 'route.tsubo', icon: Ruler, roles: STAFF },
      { to: '/standards', label: 'route.standards', icon: Scale, roles: STAFF },
      { to: '/propoint', label: 'route.propoint', icon: Gauge, roles: STAFF },
      { to: '/indirectnote', label: 'route.indirectnote', icon: StickyNote, roles: STAFF },
      { to: '/formula-base-points', label: 'route.formula_base_points', icon: Variable, roles: STAFF },
      { to: '/formula-results', label: 'route.formula_results', icon: SquareFunction, roles: STAFF },
    ],
  },
  {
    label: 'app.group_management',
    roles: ADMIN,
    items: [
      { to: '/users', label: 'route.users', icon: Users, roles: STAFF },
      { to: '/departments', label: 'route.departments', icon: Network, roles: STAFF },
      { to: '/department_groups', label: 'route.department_groups', icon: UsersRound, roles: STAFF },
      { to: '/customers', label: 'route.customers', icon: Handshake, roles: STAFF },
      { to: '/work-category', label: 'route.work_category', icon: Tags, roles: STAFF },
      { to: '/history', label: 'route.history', icon: History, roles: ADMIN },
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
