import {
  Activity,
  BookOpenText,
  Building2,
  Calculator,
  ClipboardCheck,
  FileUp,
  GitCompare,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  Lock,
  MessageCircleQuestionMark,
  PlugZap,
  ReceiptText,
  Sigma,
  Undo2,
} from 'lucide-react';
import type { NavGroup as GroupName } from '#contracts/contract.ts';
import { PLACES } from './api/places.ts';
import { ENTITY_SCREENS } from './entity-screens.ts';
import { ACTIONS, grantFor } from './layout/access.ts';
import type { NavGroup, NavItem } from './layout/nav.ts';

/** The sidebar from top to bottom; the lists of a group are in the order of CONTRACTS. */
export const navigation: readonly NavGroup[] = [
  {
    items: [
      { to: '/home', label: 'route.home', icon: LayoutDashboard },
      { to: '/my-points', label: 'route.my_points', icon: ReceiptText, isOwn: true },
      { to: '/questions', label: 'route.questions', icon: MessageCircleQuestionMark },
    ],
  },
  {
    label: 'app.group_data',
    roles: ACTIONS.see_data,
    items: [
      ...buildListItems('data'),
      { to: '/imports', label: 'route.imports', icon: FileUp, roles: ACTIONS.read_imports },
      { to: '/operations', label: 'route.operations', icon: Undo2, roles: ACTIONS.undo },
    ],
  },
  {
    label: 'app.group_closing',
    items: [
      { to: '/calculate', label: 'route.calculate', icon: Calculator, roles: ACTIONS.calculate },
      ...buildListItems('closing'),
      { to: '/total', label: 'route.total', icon: Sigma },
      { to: '/total-customer', label: 'route.total_customer', icon: Building2 },
      { to: '/statements', label: 'route.statements', icon: ClipboardCheck, roles: ACTIONS.read_statements },
      { to: '/rules/document', label: 'route.rule_document', icon: BookOpenText },
      { to: '/total#lock', label: 'route.lock_month', icon: Lock, roles: ACTIONS.lock_month },
    ],
  },
  {
    label: 'app.group_settings',
    roles: ACTIONS.administer,
    items: [
      ...buildListItems('settings'),
      { to: '/rules/changes', label: 'route.rule_changes', icon: GitCompare, roles: ACTIONS.read_rule_changes },
    ],
  },
  {
    label: 'app.group_management',
    roles: ACTIONS.administer,
    items: [
      ...buildListItems('management'),
      { to: '/history', label: 'route.history', icon: History, roles: ACTIONS.read_history },
      { to: '/access-tokens', label: 'route.access_tokens', icon: KeyRound, roles: ACTIONS.end_tokens },
      { to: '/crawl-settings', label: 'route.crawl_settings', icon: PlugZap, roles: ACTIONS.set_up_source },
      { to: '/first-steps', label: 'route.first_steps', icon: ListChecks, roles: ACTIONS.take_first_steps },
      { to: '/system', label: 'route.system', icon: Activity, roles: ACTIONS.read_system },
    ],
  },
];

function buildListItems(group: GroupName): NavItem[] {
  return PLACES.flatMap((place) => {
    const { name, navGroup, path, pageTitle: label } = place;
    if (navGroup !== group || path === null || name === 'roles') return [];
    return [{ to: path, label, icon: ENTITY_SCREENS[name].icon, roles: grantFor(place, 'open_list') }];
  });
}
