import type { ComponentType } from 'react';
import { ACTIONS, screenGrants } from './layout/access.ts';
import type { PageRoute } from './layout/page-route.ts';

/** Pages without a login, on the quiet full-page layout. */
export const publicPages: readonly PageRoute[] = [
  { path: '/login', title: 'route.login', page: () => import('./pages/login.tsx').then((m) => m.Login) },
  { path: '/login/google', title: 'route.login', page: () => import('./pages/auth/provider-return.tsx').then((m) => m.GoogleReturn) },
  { path: '/login/facebook', title: 'route.login', page: () => import('./pages/auth/provider-return.tsx').then((m) => m.FacebookReturn) },
  { path: '/register', title: 'route.register', page: () => import('./pages/auth/register.tsx').then((m) => m.Register) },
  {
    path: '/forgot-password',
    title: 'route.forgot_password',
    page: () => import('./pages/auth/forgot-password.tsx').then((m) => m.ForgotPassword),
  },
  {
    path: '/reset-password',
    title: 'route.reset_password',
    page: () => import('./pages/auth/reset-password.tsx').then((m) => m.ResetPassword),
  },
  { path: '/lock', title: 'route.lock', page: () => import('./pages/auth/lock.tsx').then((m) => m.LockScreen) },
  { path: '/pricing', title: 'route.pricing', wide: true, page: () => import('./pages/static/pricing.tsx').then((m) => m.Pricing) },
  {
    path: '/privacy-policy',
    title: 'route.privacy_policy',
    wide: true,
    page: () => import('./pages/static/privacy-policy.tsx').then((m) => m.PrivacyPolicy),
  },
  {
    path: '/term-of-use',
    title: 'route.term_of_use',
    wide: true,
    page: () => import('./pages/static/term-of-use.tsx').then((m) => m.TermOfUse),
  },
];

/** Pages behind the login, inside the frame with sidebar and top bar. */
export const pages: readonly PageRoute[] = [
  { path: '/home', title: 'route.home', page: () => import('./pages/dashboard/page.tsx').then((m) => m.DashboardPage) },
  { path: '/total', title: 'route.total', page: () => import('./pages/totals/page.tsx').then((m) => m.TotalsPage) },
  {
    path: '/total-customer',
    title: 'route.total_customer',
    page: () => import('./pages/totals/total-customers.tsx').then((m) => m.TotalCustomersPage),
  },
  {
    path: '/calculate',
    title: 'route.calculate',
    roles: ACTIONS.calculate,
    page: () => import('./pages/calculate/page.tsx').then((m) => m.CalculatePage),
  },
  ...entityPages('directs', '/directs', 'route.directs', async () => ({
    list: (await import('./pages/directs/list.tsx')).DirectList,
    form: (await import('./pages/directs/form.tsx')).DirectForm,
  })),
  ...entityPages('directs_techousei', '/directs-techousei', 'route.directs_techousei', async () => ({
    list: (await import('./pages/directs/techousei.tsx')).TechouseiList,
    form: (await import('./pages/directs/form.tsx')).TechouseiForm,
  })),
  ...entityPages('pro', '/pro', 'route.pro', () => import('./pages/records/pro.tsx').then((m) => ({ list: m.ProList, form: m.ProForm }))),
  ...entityPages('indirects', '/indirect', 'route.indirect', () =>
    import('./pages/records/indirects.tsx').then((m) => ({ list: m.IndirectList, form: m.IndirectForm })),
  ),
  ...entityPages('mistakes', '/mistake', 'route.mistake', () =>
    import('./pages/records/mistakes.tsx').then((m) => ({ list: m.MistakeList, form: m.MistakeForm })),
  ),
  {
    path: '/directs/crawls',
    section: '/directs',
    title: 'route.crawls',
    roles: ACTIONS.crawl,
    page: () => import('./pages/directs/crawls.tsx').then((m) => m.CrawlsPage),
  },
  {
    path: '/users/profile',
    title: 'route.profile',
    section: null,
    page: () => import('./pages/users/profile/page.tsx').then((m) => m.ProfilePage),
  },
  ...entityPages('users', '/users', 'route.users', async () => ({
    list: (await import('./pages/users/list.tsx')).UserList,
    form: (await import('./pages/users/form.tsx')).UserForm,
  })),
  ...['/history', '/history/sign-ins', '/history/failed-jobs'].map(
    (path): PageRoute => ({
      path,
      title: 'route.history',
      section: '/history',
      roles: ACTIONS.read_history,
      page: () => import('./pages/history/page.tsx').then((m) => m.HistoryPage),
    }),
  ),
  ...entityPages('departments', '/departments', 'route.departments', () =>
    import('./pages/departments.tsx').then((m) => ({ list: m.DepartmentList, form: m.DepartmentForm })),
  ),
  ...entityPages('department_groups', '/department_groups', 'route.department_groups', () =>
    import('./pages/department_groups.tsx').then((m) => ({ list: m.DepartmentGroupList, form: m.DepartmentGroupForm })),
  ),
  ...entityPages('customers', '/customers', 'route.customers', () =>
    import('./pages/customers.tsx').then((m) => ({ list: m.CustomerList, form: m.CustomerForm })),
  ),
  ...entityPages('work-categories', '/work-category', 'route.work_category', () =>
    import('./pages/work-categories.tsx').then((m) => ({ list: m.WorkCategoryList, form: m.WorkCategoryForm })),
  ),
  ...entityPages('tsubos', '/tsubo', 'route.tsubo', () =>
    import('./pages/tsubos.tsx').then((m) => ({ list: m.TsuboList, form: m.TsuboForm })),
  ),
  ...entityPages('standards', '/standards', 'route.standards', () =>
    import('./pages/standards.tsx').then((m) => ({ list: m.StandardList, form: m.StandardForm })),
  ),
  ...entityPages('formula-base-points', '/formula-base-points', 'route.formula_base_points', () =>
    import('./pages/formula-base-points.tsx').then((m) => ({ list: m.FormulaBasePointList, form: m.FormulaBasePointForm })),
  ),
  ...entityPages('formula-results', '/formula-results', 'route.formula_results', () =>
    import('./pages/formula-results.tsx').then((m) => ({ list: m.FormulaResultList, form: m.FormulaResultForm })),
  ),
  ...entityPages('contractors', '/contractor', 'route.contractor', () =>
    import('./pages/contractors.tsx').then((m) => ({ list: m.ContractorList, form: m.ContractorForm })),
  ),
  ...entityPages('constructions', '/construction', 'route.construction', () =>
    import('./pages/constructions.tsx').then((m) => ({ list: m.ConstructionList, form: m.ConstructionForm })),
  ),
  ...entityPages('pro_point', '/propoint', 'route.propoint', () =>
    import('./pages/pro_point.tsx').then((m) => ({ list: m.ProPointList, form: m.ProPointForm })),
  ),
  ...entityPages('indirect_note', '/indirectnote', 'route.indirectnote', () =>
    import('./pages/indirect_note.tsx').then((m) => ({ list: m.IndirectNoteList, form: m.IndirectNoteForm })),
  ),
];

type Screens = () => Promise<{ list: ComponentType; form: ComponentType }>;

/** The three addresses of an entity: its list, adding, and viewing or editing one record. */
function entityPages(name: string, path: string, title: PageRoute['title'], screens: Screens): PageRoute[] {
  const form = () => screens().then((m) => m.form);
  const { open_list, open_add, open_record } = screenGrants(name);
  const section = path;
  return [
    { path, title, roles: open_list, page: () => screens().then((m) => m.list) },
    { path: `${path}/add`, title, verb: 'add', section, roles: open_add, page: form },
    { path: `${path}/:id/view`, title, verb: 'view', section, roles: open_record, page: form },
    { path: `${path}/edit/:id`, title, verb: 'view', section, roles: open_record, page: form },
  ];
}
