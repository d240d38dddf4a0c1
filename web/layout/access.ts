import type { accessTokenCalls } from '#contracts/calls/declared/access-tokens.ts';
import type { calculationCalls } from '#contracts/calls/declared/calculation.ts';
import type { crawlCalls } from '#contracts/calls/declared/crawl.ts';
import type { crawlSettingCalls } from '#contracts/calls/declared/crawl-settings.ts';
import type { dashboardCalls } from '#contracts/calls/declared/dashboard.ts';
import type { firstStepCalls } from '#contracts/calls/declared/first-steps.ts';
import type { historyCalls } from '#contracts/calls/declared/history.ts';
import type { importCalls } from '#contracts/calls/declared/imports.ts';
import type { monthLockCalls } from '#contracts/calls/declared/month-lock.ts';
import type { officeSettingCalls } from '#contracts/calls/declared/office-settings.ts';
import type { operationCalls } from '#contracts/calls/declared/operations.ts';
import type { payrollCalls } from '#contracts/calls/declared/payroll.ts';
import type { ruleCalls } from '#contracts/calls/declared/rules.ts';
import type { statementCalls } from '#contracts/calls/declared/statements.ts';
import type { systemCalls } from '#contracts/calls/declared/system.ts';
import type { totalsCalls } from '#contracts/calls/declared/totals.ts';
import type { userCalls } from '#contracts/calls/declared/users.ts';
import type { SHARE_VIEWS } from '#contracts/calls/views.ts';
import type { Contract } from '#contracts/contract.ts';
import { ADMIN, ALL_ROLES, EVERYONE, type Grant, isGranted, STAFF, VERBS, type Verb, WRITERS } from '#contracts/roles.ts';
import { type ScreenGrants, screenGrants } from '#contracts/screens.ts';

/**
 * Who may do what on screen. The verbs of an entity come from its contract; this file adds what only screens know.
 * Pages, routes and navigation ask here and name no role; the server decides again.
 */

type ScreenAction = keyof ScreenGrants;

/** The grant of a declared call: the compiler refuses any other. The declarations themselves would bring the validator into the first page. */
const grantOf = <C extends { readonly grant: Grant }>(grant: C['grant']): C['grant'] => grant;

/** Actions and pages that belong to no single verb of an entity: those of a call have its grant, the others are the screens' own. */
export const ACTIONS = {
  calculate: grantOf<typeof calculationCalls.start>(STAFF),
  crawl: grantOf<typeof crawlCalls.start>(STAFF),
  edit_adjust_settings: grantOf<typeof officeSettingCalls.saveAdjust>(ADMIN),
  edit_holidays: grantOf<typeof officeSettingCalls.saveHolidays>(ADMIN),
  edit_review_thresholds: grantOf<typeof monthLockCalls.setThresholds>(ADMIN),
  edit_totals_expressions: grantOf<typeof calculationCalls.saveExpressions>(ADMIN),
  see_waiting_jobs: grantOf<typeof crawlCalls.listWaiting>(STAFF),
  give_up_crawl: grantOf<typeof crawlCalls.cancelSync>(ADMIN),
  end_tokens: grantOf<typeof accessTokenCalls.end>(ADMIN),
  set_up_source: grantOf<typeof crawlSettingCalls.save>(ADMIN),
  export_charts: grantOf<typeof dashboardCalls.export>(STAFF),
  export_totals: grantOf<typeof totalsCalls.export>(STAFF),
  lock_month: grantOf<typeof monthLockCalls.setLock>(STAFF),
  hand_to_payroll: grantOf<typeof payrollCalls.make>(ADMIN),
  manage_accounts: grantOf<typeof userCalls.setActive>(ADMIN),
  read_history: grantOf<typeof historyCalls.list>(ADMIN),
  read_system: grantOf<typeof systemCalls.read>(ADMIN),
  take_first_steps: grantOf<typeof firstStepCalls.read>(ADMIN),
  read_imports: grantOf<typeof importCalls.list>(STAFF),
  undo: grantOf<typeof operationCalls.undo>(STAFF),
  release_jobs: grantOf<typeof crawlCalls.release>(STAFF),
  read_rule_changes: grantOf<typeof ruleCalls.listChanges>(STAFF),
  read_statements: grantOf<typeof statementCalls.list>(STAFF),
  /** The navigation's lists of rules, and its group 'Quản lý'. */
  administer: ADMIN,
  /** The navigation of those who work in the office; everybody else has the readers'. */
  see_staff_menu: STAFF,
  /** One after the other; each is checked by the contract's own grant. */
  check_jobs: STAFF,
  calculate_from_directs: WRITERS,
  open_customer_from_totals: ADMIN,
  share_views: STAFF satisfies typeof SHARE_VIEWS,
  see_all_departments: ADMIN,
  see_data: ALL_ROLES,
  see_own_department: STAFF,
} as const satisfies Record<string, Grant>;

/** Who may do something with an entity: a verb of its contract or an action of its screens. */
export function grantFor({ name, access }: Pick<Contract, 'name' | 'access'>, action: Verb | ScreenAction): Grant | undefined {
  return isVerb(action) ? access[action] : screenGrants({ name })[action];
}

const isVerb = (action: string): action is Verb => (VERBS as readonly string[]).includes(action);

export type Verdict = 'wait' | 'frame' | 'login' | 'refused' | 'open';

/**
 * Whether the user may open a page, which without a grant is open to every signed-in user. While the session is loading: the `frame` where the
 * roles of the last visit would open the page, else `wait`.
 */
export function accessTo(grant: Grant | undefined, session: { status: string; roles: readonly string[] }): Verdict {
  const isOpen = isGranted(session.roles, grant ?? EVERYONE);
  if (session.status === 'loading') return isOpen && session.roles.length > 0 ? 'frame' : 'wait';
  if (session.status === 'unreachable') return 'wait';
  if (session.status === 'signed-out') return 'login';
  return isOpen ? 'open' : 'refused';
}

/** The login address that returns to `path` afterwards; the start page needs no return address. */
export function loginPath(path: string): string {
  return path === '/' || path === '/home' ? '/login' : `/login?return_to=${encodeURIComponent(path)}`;
}

/**
 * Where to go after the login: a path of this app, never another site's; '/' leads on to where the person starts.
 * Browsers drop tabs and line breaks and read `\\` as `/`.
 */
export function returnPath(search: URLSearchParams): string {
  const path = search.get('return_to') ?? '';
  if (!path.startsWith('/') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, APP)) return START;
  const { origin, pathname } = new URL(path, APP);
  return origin !== APP || pathname.startsWith('//') || pathname.startsWith('/login') ? START : path;
}

const APP = 'http://app.invalid';
const START = '/';
