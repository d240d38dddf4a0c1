import { PLACES, type Place } from './api/places.ts';
import { ENTITY_SCREENS } from './entity-screens.ts';
import type { MessageKey } from './i18n/index.ts';
import { ACTIONS, grantFor } from './layout/access.ts';
import type { PageRoute } from './layout/page-route.ts';

const loadStaticPage = () => import('./features/static/static-page.tsx').then((m) => m.StaticPage);

/** Pages without a login, on the quiet full-page layout. */
export const publicPages: readonly PageRoute[] = [
  page('/login', 'route.login', () => import('./features/auth/login.tsx').then((m) => m.Login), { firstTexts: true }),
  page('/login/google', 'route.login', () => import('./features/auth/provider-return.tsx').then((m) => m.GoogleReturn)),
  page('/login/facebook', 'route.login', () => import('./features/auth/provider-return.tsx').then((m) => m.FacebookReturn)),
  page('/register', 'route.register', () => import('./features/auth/register.tsx').then((m) => m.Register)),
  page('/forgot-password', 'route.forgot_password', () => import('./features/auth/forgot-password.tsx').then((m) => m.ForgotPassword)),
  page('/reset-password', 'route.reset_password', () => import('./features/auth/reset-password.tsx').then((m) => m.ResetPassword)),
  page('/confirm-email', 'route.confirm_email', () => import('./features/auth/confirm-email.tsx').then((m) => m.ConfirmEmail)),
  page('/lock', 'route.lock', () => import('./features/auth/lock.tsx').then((m) => m.LockScreen)),
  page('/pricing', 'route.pricing', loadStaticPage, { wide: true }),
  page('/privacy-policy', 'route.privacy_policy', loadStaticPage, { wide: true }),
  page('/term-of-use', 'route.term_of_use', loadStaticPage, { wide: true }),
];

/** Pages behind the login, inside the frame with sidebar and top bar. */
export const pages: readonly PageRoute[] = [
  page('/home', 'route.home', () => import('./features/dashboard/page.tsx').then((m) => m.DashboardPage), { firstTexts: true }),
  page('/total', 'route.total', () => import('./features/totals/page.tsx').then((m) => m.TotalsPage)),
  page('/total-customer', 'route.total_customer', () => import('./features/totals/total-customers.tsx').then((m) => m.TotalCustomersPage)),
  page('/calculate', 'route.calculate', () => import('./features/calculation/page.tsx').then((m) => m.CalculatePage), {
    roles: ACTIONS.calculate,
    section: '/months',
  }),
  page('/months/:month?', 'route.months', () => import('./features/month-close/months.tsx').then((m) => m.MonthPage), {
    roles: ACTIONS.calculate,
    section: '/months',
  }),
  page('/calculate/runs/:id', 'route.calculate', () => import('./features/calculation/run-page.tsx').then((m) => m.CalculationRunPage), {
    roles: ACTIONS.calculate,
    section: '/months',
  }),
  page(
    '/directs-techousei/check',
    'route.checking_queue',
    () => import('./features/checking-queue/page.tsx').then((m) => m.CheckingQueuePage),
    { roles: ACTIONS.check_jobs },
  ),
  page('/my-points', 'route.my_points', () => import('./features/month-close/statement/page.tsx').then((m) => m.MyPointsPage)),
  page('/users/:id/points', 'route.points_of', () => import('./features/month-close/statement/page.tsx').then((m) => m.UserPointsPage), {
    roles: ACTIONS.read_statements,
    section: '/statements',
  }),
  page('/statements', 'route.statements', () => import('./features/month-close/statements/page.tsx').then((m) => m.StatementsPage)),
  page('/payroll', 'route.payroll', () => import('./features/month-close/payroll/page.tsx').then((m) => m.PayrollPage), {
    roles: ACTIONS.hand_to_payroll,
  }),
  page('/customers/:id/deliveries', 'route.deliveries', () => import('./features/reference/deliveries.tsx').then((m) => m.DeliveriesPage), {
    roles: ACTIONS.see_data,
    section: '/customers',
  }),
  page('/questions', 'route.questions', () => import('./features/month-close/questions/list.tsx').then((m) => m.QuestionsPage)),
  page('/questions/:id', 'route.questions', () => import('./features/month-close/questions/page.tsx').then((m) => m.QuestionPage), {
    section: '/questions',
  }),
  page('/notices', 'route.notices', () => import('./features/notices/page.tsx').then((m) => m.NoticesPage), { section: null }),
  page('/directs/due', 'route.due', () => import('./features/directs/due.tsx').then((m) => m.DueJobsPage), { roles: ACTIONS.see_data }),
  page('/directs/crawls', 'route.crawls', () => import('./features/directs/crawls.tsx').then((m) => m.CrawlsPage), {
    roles: ACTIONS.crawl,
    section: '/directs',
  }),
  page('/users/profile', 'route.profile', () => import('./features/users/profile/page.tsx').then((m) => m.ProfilePage), { section: null }),
  page('/rules/document', 'route.rule_document', () => import('./features/rules/document/page.tsx').then((m) => m.RuleDocumentPage)),
  page('/rules/changes', 'route.rule_changes', () => import('./features/rules/changes/page.tsx').then((m) => m.RuleChangesPage), {
    roles: ACTIONS.read_rule_changes,
  }),
  page('/rules/scenarios/:id/reality', 'route.reality', () => import('./features/scenarios/reality.tsx').then((m) => m.RealityPage), {
    roles: ACTIONS.administer,
    section: '/rules/scenarios',
  }),
  page('/operations', 'route.operations', () => import('./features/operations/page.tsx').then((m) => m.OperationsPage), {
    roles: ACTIONS.undo,
  }),
  page('/imports', 'route.imports', () => import('./features/imports/page.tsx').then((m) => m.ImportsPage), {
    roles: ACTIONS.read_imports,
  }),
  page('/first-steps', 'route.first_steps', () => import('./features/first-steps/page.tsx').then((m) => m.FirstStepsPage), {
    roles: ACTIONS.take_first_steps,
  }),
  page(
    '/users/password-links',
    'route.password_links',
    () => import('./features/users/password-links.tsx').then((m) => m.PasswordLinksPage),
    { roles: ACTIONS.manage_accounts, section: '/users' },
  ),
  page('/access-tokens', 'route.access_tokens', () => import('./features/users/access-tokens.tsx').then((m) => m.AccessTokensPage), {
    roles: ACTIONS.end_tokens,
  }),
  page('/crawl-settings', 'route.crawl_settings', () => import('./features/crawl/settings/page.tsx').then((m) => m.CrawlSettingsPage), {
    roles: ACTIONS.set_up_source,
  }),
  page('/help', 'route.help', () => import('./features/help/page.tsx').then((m) => m.HelpPage), { section: null }),
  page('/help/:chapter', 'route.help', () => import('./features/help/page.tsx').then((m) => m.HelpPage), { section: null }),
  page('/system', 'route.system', () => import('./features/system/page.tsx').then((m) => m.SystemPage), { roles: ACTIONS.read_system }),
  page('/history', 'route.history', () => import('./features/history/writes.tsx').then((m) => m.HistoryPage), {
    roles: ACTIONS.read_history,
  }),
  page('/history/sign-ins', 'route.sign_ins', () => import('./features/history/sign-ins.tsx').then((m) => m.SignInsPage), {
    roles: ACTIONS.read_history,
  }),
  page('/history/refusals', 'route.refusals', () => import('./features/history/refusals.tsx').then((m) => m.RefusalsPage), {
    roles: ACTIONS.read_history,
  }),
  page('/history/failed-jobs', 'route.failed_jobs', () => import('./features/history/failed-jobs.tsx').then((m) => m.FailedJobsPage), {
    roles: ACTIONS.read_history,
  }),
  ...PLACES.flatMap(entityPages),
];

function page(path: string, title: MessageKey, load: PageRoute['page'], also: Partial<PageRoute> = {}): PageRoute {
  return { path, title, page: load, ...also };
}

/** The three addresses of an entity with a page: its list, adding, and viewing or editing one record. */
function entityPages(place: Place): PageRoute[] {
  const { path, pageTitle: title } = place;
  if (path === null || place.name === 'roles') return [];
  const { list, form } = ENTITY_SCREENS[place.name];
  const view = { title, section: path, verb: 'view', roles: grantFor(place, 'open_record'), page: form } as const;
  return [
    { path, title, roles: grantFor(place, 'open_list'), page: list },
    { path: `${path}/add`, title, section: path, verb: 'add', roles: grantFor(place, 'open_add'), page: form },
    { path: `${path}/:id/view`, ...view },
    { path: `${path}/edit/:id`, ...view },
  ];
}
