import {
  Activity,
  BookOpenText,
  Building2,
  Calculator,
  CalendarClock,
  ClipboardCheck,
  FileUp,
  GitCompare,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  Lock,
  type LucideIcon,
  MessageCircleQuestionMark,
  PlugZap,
  ReceiptText,
  Settings,
  Sigma,
  SquareCheck,
  Undo2,
} from 'lucide-react';
import type { NavGroup as GroupName } from '#contracts/contract.ts';
import { PLACES, type Place } from './api/places.ts';
import { ENTITY_SCREENS } from './entity-screens.ts';
import { ChecksLeft } from './features/checking-queue/checks-left.tsx';
import { hasSeenStepsDone } from './features/first-steps/steps-done.ts';
import { ACTIONS, grantFor } from './layout/access.ts';
import type { NavGroup, NavItem } from './layout/nav.ts';

const HOME: NavItem = { to: '/home', label: 'route.home', icon: LayoutDashboard };
const MY_POINTS: NavItem = { to: '/my-points', label: 'route.my_points', icon: ReceiptText };
const QUESTIONS: NavItem = { to: '/questions', label: 'route.questions', icon: MessageCircleQuestionMark };

/** The group 'data', with what is in hand as a tab of the jobs. */
const DATA: readonly NavItem[] = groupItems('data').map((item) => {
  const due: NavItem = { to: '/directs/due', label: 'route.due', icon: CalendarClock, roles: ACTIONS.see_data };
  return item.to === '/directs' ? { ...item, tabs: [item, due] } : item;
});

const TOTALS = joinPages('app.nav_totals', Sigma, [
  { to: '/total', label: 'route.total', icon: Sigma },
  { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
  { to: '/statements', label: 'route.statements', icon: ClipboardCheck, roles: ACTIONS.read_statements },
  { to: '/payroll', label: 'route.payroll', icon: ReceiptText, roles: ACTIONS.hand_to_payroll },
]);

const RULE_BOOK = joinPages('route.rule_document', BookOpenText, [
  { to: '/rules/document', label: 'route.rule_document', icon: BookOpenText },
  listItem('rule_cases'),
  listItem('rule_scenarios'),
  { to: '/rules/changes', label: 'route.rule_changes', icon: GitCompare, roles: ACTIONS.read_rule_changes },
]);

const LOGS = joinPages('app.nav_logs', History, [
  { to: '/operations', label: 'route.operations', icon: Undo2, roles: ACTIONS.undo, words: 'notice.undo' },
  { to: '/imports', label: 'route.imports', icon: FileUp, roles: ACTIONS.read_imports },
  { to: '/history', label: 'route.history', icon: History, roles: ACTIONS.read_history },
  { to: '/history/sign-ins', label: 'route.sign_ins', icon: History, roles: ACTIONS.read_history },
  { to: '/history/refusals', label: 'route.refusals', icon: History, roles: ACTIONS.read_history },
  { to: '/history/failed-jobs', label: 'route.failed_jobs', icon: History, roles: ACTIONS.read_history },
]);

const SETTINGS = joinPages('app.nav_settings', Settings, [
  { to: '/crawl-settings', label: 'route.crawl_settings', icon: PlugZap, roles: ACTIONS.set_up_source },
  { to: '/access-tokens', label: 'route.access_tokens', icon: KeyRound, roles: ACTIONS.end_tokens },
  { to: '/system', label: 'route.system', icon: Activity, roles: ACTIONS.read_system },
  { to: '/first-steps', label: 'route.first_steps', icon: ListChecks, roles: ACTIONS.take_first_steps, isOver: hasSeenStepsDone },
]);

/** The sidebar from top to bottom; lists that no entry joins stand in the group of their contract, in the order of CONTRACTS. */
export const navigation: readonly NavGroup[] = [
  {
    hiddenFrom: ACTIONS.see_staff_menu,
    items: [
      joinPages('route.my_points', ReceiptText, [MY_POINTS, QUESTIONS]),
      HOME,
      joinPages('app.group_data', ENTITY_SCREENS.directs.icon, [...DATA.flatMap((item) => item.tabs ?? [item]), ...groupItems('closing')]),
      TOTALS,
      RULE_BOOK,
    ],
  },
  { roles: ACTIONS.see_staff_menu, items: [HOME, MY_POINTS, QUESTIONS] },
  { label: 'app.group_data', roles: ACTIONS.see_staff_menu, items: [...DATA, LOGS] },
  {
    label: 'app.group_closing',
    roles: ACTIONS.see_staff_menu,
    items: [
      { to: '/months', label: 'route.months', icon: Calculator, roles: ACTIONS.calculate, words: 'route.calculate' },
      ...groupItems('closing'),
      {
        ...{ to: '/directs-techousei/check', label: 'app.nav_check', icon: SquareCheck, words: 'route.checking_queue' },
        ...{ roles: ACTIONS.check_jobs, badge: ChecksLeft },
      },
      TOTALS,
    ],
  },
  {
    label: 'app.group_rules',
    roles: ACTIONS.see_staff_menu,
    items: [
      RULE_BOOK,
      ...forAdmins([
        ...groupItems('settings'),
        joinPages('app.nav_factors', ENTITY_SCREENS.tsubos.icon, [listItem('tsubos'), listItem('pro_point')]),
        joinPages('app.nav_formulas', ENTITY_SCREENS['formula-results'].icon, [
          listItem('formula-base-points'),
          listItem('formula-results'),
        ]),
      ]),
    ],
  },
  {
    label: 'app.group_management',
    roles: ACTIONS.administer,
    items: [
      ...groupItems('management'),
      joinPages('app.nav_organisation', ENTITY_SCREENS.departments.icon, [
        ...[listItem('departments'), listItem('department_groups'), listItem('positions'), listItem('companies')],
      ]),
      joinPages('app.nav_customers', ENTITY_SCREENS.customers.icon, [listItem('customers'), listItem('work-categories')]),
      joinPages('app.nav_contractors', ENTITY_SCREENS.contractors.icon, [listItem('contractors'), listItem('constructions')]),
      SETTINGS,
    ],
  },
  {
    isSearchOnly: true,
    items: [
      { to: '/calculate', label: 'route.calculate', icon: Calculator, roles: ACTIONS.calculate },
      { to: '/total#lock', label: 'route.lock_month', icon: Lock, roles: ACTIONS.lock_month },
      { to: '/users/password-links', label: 'route.password_links', icon: KeyRound, roles: ACTIONS.manage_accounts },
      { to: '/directs/crawls', label: 'route.crawls', icon: PlugZap, roles: ACTIONS.crawl },
      { to: '/notices', label: 'route.notices', icon: MessageCircleQuestionMark },
      { to: '/users/profile', label: 'route.profile', icon: ENTITY_SCREENS.users.icon },
      { to: '/help', label: 'route.help', icon: BookOpenText },
    ],
  },
];

function joinPages(label: NavItem['label'], icon: LucideIcon, tabs: readonly NavItem[]): NavItem {
  return { to: tabs[0]!.to, label, icon, tabs };
}

function forAdmins(items: readonly NavItem[]): NavItem[] {
  return items.map((item) => ({ ...item, roles: ACTIONS.administer }));
}

function groupItems(group: GroupName): NavItem[] {
  return PLACES.flatMap((place) => (place.navGroup === group ? [toItem(place)] : []));
}

function listItem(name: keyof typeof ENTITY_SCREENS): NavItem {
  return toItem(PLACES.find((place) => place.name === name)!);
}

function toItem(place: Place): NavItem {
  const { name, path, pageTitle: label } = place;
  if (path === null || name === 'roles') throw new Error(`${name} has no page`);
  return { to: path, label, icon: ENTITY_SCREENS[name].icon, roles: grantFor(place, 'open_list') };
}
