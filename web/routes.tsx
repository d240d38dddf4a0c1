import { PLACES, type Place } from './api/places.ts';
import { ENTITY_SCREENS } from './entity-screens.ts';
import { ACTIONS, grantFor } from './layout/access.ts';
import type { PageRoute } from './layout/page-route.ts';

/** Pages without a login, on the quiet full-page layout. */
export const publicPages: readonly PageRoute[] = [
  { path: '/login', title: 'route.login', firstTexts: true, page: () => import('./features/auth/login.tsx').then((m) => m.Login) },
  { path: '/login/google', title: 'route.login', page: () => import('./features/auth/provider-return.tsx').then((m) => m.GoogleReturn) },
  {
    path: '/login/facebook',
    title: 'route.login',
    page: () => import('./features/auth/provider-return.tsx').then((m) => m.FacebookReturn),
  },
  { path: '/register', title: 'route.register', page: () => import('./features/auth/register.tsx').then((m) => m.Register) },
  {
    path: '/forgot-password',
    title: 'route.forgot_password',
    page: () => import('./features/auth/forgot-password.tsx').then((m) => m.ForgotPassword),
  },
  {
    path: '/reset-password',
    title: 'route.reset_password',
    page: () => import('./features/auth/reset-password.tsx').then((m) => m.ResetPassword),
  },
  {
    path: '/confirm-email',
    title: 'route.confirm_email',
    page: () => import('./features/auth/confirm-email.tsx').then((m) => m.ConfirmEmail),
  },
  { path: '/lock', title: 'route.lock', page: () => import('./features/auth/lock.tsx').then((m) => m.LockScreen) },
  { path: '/pricing', title: 'route.pricing', wide: true, page: () => import('./features/static/pricing.tsx').then((m) => m.Pricing) },
  {
    path: '/privacy-policy',
    title: 'route.privacy_policy',
    wide: true,
    page: () => import('./features/static/privacy-policy.tsx').then((m) => m.PrivacyPolicy),
  },
  {
    path: '/term-of-use',
    title: 'route.term_of_use',
    wide: true,
    page: () => import('./features/static/term-of-use.tsx').then((m) => m.TermOfUse),
  },
];

/** Pages behind the login, inside the frame with sidebar and top bar. */
export const pages: readonly PageRoute[] = [
  {
    path: '/home',
    title: 'route.home',
    firstTexts: true,
    page: () => import('./features/dashboard/page.tsx').then((m) => m.DashboardPage),
  },
  { path: '/total', title: 'route.total', page: () => import('./features/totals/page.tsx').then((m) => m.TotalsPage) },
  {
    path: '/total-customer',
    title: 'route.total_customer',
    page: () => import('./features/totals/total-customers.tsx').then((m) => m.TotalCustomersPage),
  },
  {
    path: '/calculate',
    section: '/months',
    title: 'route.calculate',
    roles: ACTIONS.calculate,
    page: () => import('./features/calculation/page.tsx').then((m) => m.CalculatePage),
  },
  {
    path: '/months/:month?',
    section: '/months',
    title: 'route.months',
    roles: ACTIONS.calculate,
    page: () => import('./features/month-close/months.tsx').then((m) => m.MonthPage),
  },
  {
    path: '/calculate/runs/:id',
    section: '/months',
    title: 'route.calculate',
    roles: ACTIONS.calculate,
    page: () => import('./features/calculation/run-page.tsx').then((m) => m.CalculationRunPage),
  },
  {
    path: '/directs-techousei/check',
    title: 'route.checking_queue',
    roles: ACTIONS.check_jobs,
    page: () => import('./features/checking-queue/page.tsx').then((m) => m.CheckingQueuePage),
  },
  {
    path: '/my-points',
    title: 'route.my_points',
    page: () => import('./features/month-close/statement/page.tsx').then((m) => m.MyPointsPage),
  },
  {
    path: '/users/:id/points',
    section: '/statements',
    title: 'route.points_of',
    roles: ACTIONS.read_statements,
    page: () => import('./features/month-close/statement/page.tsx').then((m) => m.UserPointsPage),
  },
  {
    path: '/statements',
    title: 'route.statements',
    page: () => import('./features/month-close/statements/page.tsx').then((m) => m.StatementsPage),
  },
  {
    path: '/payroll',
    title: 'route.payroll',
    roles: ACTIONS.hand_to_payroll,
    page: () => import('./features/month-close/payroll/page.tsx').then((m) => m.PayrollPage),
  },
  {
    path: '/customers/:id/deliveries',
    section: '/customers',
    title: 'route.deliveries',
    roles: ACTIONS.see_data,
    page: () => import('./features/reference/deliveries.tsx').then((m) => m.DeliveriesPage),
  },
  {
    path: '/questions',
    title: 'route.questions',
    page: () => import('./features/month-close/questions/list.tsx').then((m) => m.QuestionsPage),
  },
  {
    path: '/questions/:id',
    section: '/questions',
    title: 'route.questions',
    page: () => import('./features/month-close/questions/page.tsx').then((m) => m.QuestionPage),
  },
  { path: '/notices', section: null, title: 'route.notices', page: () => import('./features/notices/page.tsx').then((m) => m.NoticesPage) },
  {
    path: '/directs/due',
    title: 'route.due',
    roles: ACTIONS.see_data,
    page: () => import('./features/directs/due.tsx').then((m) => m.DueJobsPage),
  },
  {
    path: '/directs/crawls',
    section: '/directs',
    title: 'route.crawls',
    roles: ACTIONS.crawl,
    page: () => import('./features/directs/crawls.tsx').then((m) => m.CrawlsPage),
  },
  {
    path: '/users/profile',
    title: 'route.profile',
    section: null,
    page: () => import('./features/users/profile/page.tsx').then((m) => m.ProfilePage),
  },
  {
    path: '/rules/document',
    title: 'route.rule_document',
    page: () => import('./features/rules/document/page.tsx').then((m) => m.RuleDocumentPage),
  },
  {
    path: '/rules/changes',
    title: 'route.rule_changes',
    roles: ACTIONS.read_rule_changes,
    page: () => import('./features/rules/changes/page.tsx').then((m) => m.RuleChangesPage),
  },
  {
    path: '/operations',
    title: 'route.operations',
    roles: ACTIONS.undo,
    page: () => import('./features/operations/page.tsx').then((m) => m.OperationsPage),
  },
  {
    path: '/imports',
    title: 'route.imports',
    roles: ACTIONS.read_imports,
    page: () => import('./features/imports/page.tsx').then((m) => m.ImportsPage),
  },
  {
    path: '/first-steps',
    title: 'route.first_steps',
    roles: ACTIONS.take_first_steps,
    page: () => import('./features/first-steps/page.tsx').then((m) => m.FirstStepsPage),
  },
  {
    path: '/users/password-links',
    section: '/users',
    title: 'route.password_links',
    roles: ACTIONS.manage_accounts,
    page: () => import('./features/users/password-links.tsx').then((m) => m.PasswordLinksPage),
  },
  {
    path: '/access-tokens',
    title: 'route.access_tokens',
    roles: ACTIONS.end_tokens,
    page: () => import('./features/users/access-tokens.tsx').then((m) => m.AccessTokensPage),
  },
  {
    path: '/crawl-settings',
    title: 'route.crawl_settings',
    roles: ACTIONS.set_up_source,
    page: () => import('./features/crawl/settings/page.tsx').then((m) => m.CrawlSettingsPage),
  },
  { path: '/help', section: null, title: 'route.help', page: () => import('./features/help/page.tsx').then((m) => m.HelpPage) },
  { path: '/help/:chapter', section: null, title: 'route.help', page: () => import('./features/help/page.tsx').then((m) => m.HelpPage) },
  {
    path: '/system',
    title: 'route.system',
    roles: ACTIONS.read_system,
    page: () => import('./features/system/page.tsx').then((m) => m.SystemPage),
  },
  {
    path: '/history',
    title: 'route.history',
    roles: ACTIONS.read_history,
    page: () => import('./features/history/page.tsx').then((m) => m.HistoryPage),
  },
  {
    path: '/history/sign-ins',
    title: 'route.sign_ins',
    roles: ACTIONS.read_history,
    page: () => import('./features/history/page.tsx').then((m) => m.SignInsPage),
  },
  {
    path: '/history/refusals',
    title: 'route.refusals',
    roles: ACTIONS.read_history,
    page: () => import('./features/history/page.tsx').then((m) => m.RefusalsPage),
  },
  {
    path: '/history/failed-jobs',
    title: 'route.failed_jobs',
    roles: ACTIONS.read_history,
    page: () => import('./features/history/page.tsx').then((m) => m.FailedJobsPage),
  },
  ...PLACES.flatMap(entityPages),
];

/** The three addresses of an entity with a page: its list, adding, and viewing or editing one record. */
function entityPages(place: Place): PageRoute[] {
  const { path, pageTitle: title } = place;
  if (path === null || place.name === 'roles') return [];
  const screens = ENTITY_SCREENS[place.name];
  const { list, form } =
    'list' in screens ? screens : { list: () => screens.load().then((m) => m.list), form: () => screens.load().then((m) => m.form) };
  const view = { title, section: path, verb: 'view', roles: grantFor(place, 'open_record'), page: form } as const;
  return [
    { path, title, roles: grantFor(place, 'open_list'), page: list },
    { path: `${path}/add`, title, section: path, verb: 'add', roles: grantFor(place, 'open_add'), page: form },
    { path: `${path}/:id/view`, ...view },
    { path: `${path}/edit/:id`, ...view },
  ];
}
