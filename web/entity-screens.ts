import {
  Award,
  BookmarkCheck,
  BriefcaseBusiness,
  Building,
  Clock3,
  DraftingCompass,
  FlaskConical,
  Gauge,
  Handshake,
  HardHat,
  House,
  type LucideIcon,
  Network,
  Ruler,
  Scale,
  SlidersHorizontal,
  SquareFunction,
  StickyNote,
  Tags,
  TriangleAlert,
  Users,
  UsersRound,
  Variable,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { EntityName } from '#contracts/contracts.ts';
import type { PLAIN_PAGES } from './features/reference/plain-pages.tsx';

type Page = () => Promise<ComponentType>;

/** The icon in the sidebar, the list, and the page that adds, shows and edits one record. */
interface Screens {
  readonly icon: LucideIcon;
  readonly list: Page;
  readonly form: Page;
}

/** What the web app draws for every entity with a page; a new entity without it does not compile. Addresses and titles come from the contract. */
export const ENTITY_SCREENS: Readonly<Record<Exclude<EntityName, 'roles'>, Screens>> = {
  users: {
    icon: Users,
    list: () => import('./features/users/list.tsx').then((m) => m.UserList),
    form: () => import('./features/users/form.tsx').then((m) => m.UserForm),
  },
  positions: plain(BriefcaseBusiness, (m) => m.positions),
  companies: plain(Building, (m) => m.companies),
  departments: plain(Network, (m) => m.departments),
  department_groups: plain(UsersRound, (m) => m.department_groups),
  customers: pair(Handshake, () =>
    import('./features/reference/customers.tsx').then((m) => ({ list: m.CustomerList, form: m.CustomerForm })),
  ),
  'work-categories': plain(Tags, (m) => m['work-categories']),
  contractors: plain(HardHat, (m) => m.contractors),
  constructions: plain(House, (m) => m.constructions),
  directs: {
    icon: DraftingCompass,
    list: () => import('./features/directs/list.tsx').then((m) => m.DirectList),
    form: () => import('./features/directs/form.tsx').then((m) => m.DirectForm),
  },
  directs_techousei: {
    icon: SlidersHorizontal,
    list: () => import('./features/directs/techousei.tsx').then((m) => m.TechouseiList),
    form: () => import('./features/directs/form.tsx').then((m) => m.TechouseiForm),
  },
  indirects: pair(Clock3, () => import('./features/records/indirects.tsx').then((m) => ({ list: m.IndirectList, form: m.IndirectForm }))),
  pro: pair(Award, () => import('./features/records/pro.tsx').then((m) => ({ list: m.ProList, form: m.ProForm }))),
  mistakes: pair(TriangleAlert, () =>
    import('./features/records/mistakes.tsx').then((m) => ({ list: m.MistakeList, form: m.MistakeForm })),
  ),
  tsubos: pair(Ruler, () => import('./features/rules/tsubos.tsx').then((m) => ({ list: m.TsuboList, form: m.TsuboForm }))),
  standards: pair(Scale, () => import('./features/rules/standards.tsx').then((m) => ({ list: m.StandardList, form: m.StandardForm }))),
  pro_point: plain(Gauge, (m) => m.pro_point),
  indirect_note: plain(StickyNote, (m) => m.indirect_note),
  'formula-base-points': pair(Variable, () =>
    import('./features/rules/formula-base-points.tsx').then((m) => ({ list: m.FormulaBasePointList, form: m.FormulaBasePointForm })),
  ),
  'formula-results': pair(SquareFunction, () =>
    import('./features/rules/formula-results.tsx').then((m) => ({ list: m.FormulaResultList, form: m.FormulaResultForm })),
  ),
  rule_cases: pair(BookmarkCheck, () => import('./features/rules/cases/pages.tsx').then((m) => ({ list: m.CaseList, form: m.CaseForm }))),
  rule_scenarios: {
    icon: FlaskConical,
    list: () => import('./features/scenarios/list.tsx').then((m) => m.ScenarioList),
    form: () => import('./features/scenarios/form.tsx').then((m) => m.ScenarioForm),
  },
};

/** Pages that show the contract as it is. */
function plain(icon: LucideIcon, of: (pages: typeof PLAIN_PAGES) => { list: ComponentType; form: ComponentType }): Screens {
  return pair(icon, () => import('./features/reference/plain-pages.tsx').then((m) => of(m.PLAIN_PAGES)));
}

/** A list and a form of one chunk. */
function pair(icon: LucideIcon, load: () => Promise<{ list: ComponentType; form: ComponentType }>): Screens {
  return { icon, list: () => load().then((m) => m.list), form: () => load().then((m) => m.form) };
}
