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

type Load<Loaded> = () => Promise<Loaded>;

/** The icon in the sidebar, the list, and the page that adds, shows and edits one record: two chunks, or one with both. */
type Screens = { readonly icon: LucideIcon } & (
  | { readonly list: Load<ComponentType>; readonly form: Load<ComponentType> }
  | { readonly load: Load<{ list: ComponentType; form: ComponentType }> }
);

/** What the web app draws for every entity with a page; a new entity without it does not compile. Addresses and titles come from the contract. */
export const ENTITY_SCREENS: Readonly<Record<Exclude<EntityName, 'roles'>, Screens>> = {
  users: {
    icon: Users,
    list: () => import('./features/users/list.tsx').then((m) => m.UserList),
    form: () => import('./features/users/form.tsx').then((m) => m.UserForm),
  },
  positions: {
    icon: BriefcaseBusiness,
    load: () => import('./features/reference/lookups.tsx').then((m) => ({ list: m.PositionList, form: m.PositionForm })),
  },
  companies: {
    icon: Building,
    load: () => import('./features/reference/lookups.tsx').then((m) => ({ list: m.CompanyList, form: m.CompanyForm })),
  },
  departments: {
    icon: Network,
    load: () => import('./features/reference/departments.tsx').then((m) => ({ list: m.DepartmentList, form: m.DepartmentForm })),
  },
  department_groups: {
    icon: UsersRound,
    load: () =>
      import('./features/reference/department_groups.tsx').then((m) => ({ list: m.DepartmentGroupList, form: m.DepartmentGroupForm })),
  },
  customers: {
    icon: Handshake,
    load: () => import('./features/reference/customers.tsx').then((m) => ({ list: m.CustomerList, form: m.CustomerForm })),
  },
  'work-categories': {
    icon: Tags,
    load: () => import('./features/reference/work-categories.tsx').then((m) => ({ list: m.WorkCategoryList, form: m.WorkCategoryForm })),
  },
  contractors: {
    icon: HardHat,
    load: () => import('./features/reference/contractors.tsx').then((m) => ({ list: m.ContractorList, form: m.ContractorForm })),
  },
  constructions: {
    icon: House,
    load: () => import('./features/reference/constructions.tsx').then((m) => ({ list: m.ConstructionList, form: m.ConstructionForm })),
  },
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
  indirects: {
    icon: Clock3,
    load: () => import('./features/records/indirects.tsx').then((m) => ({ list: m.IndirectList, form: m.IndirectForm })),
  },
  pro: { icon: Award, load: () => import('./features/records/pro.tsx').then((m) => ({ list: m.ProList, form: m.ProForm })) },
  mistakes: {
    icon: TriangleAlert,
    load: () => import('./features/records/mistakes.tsx').then((m) => ({ list: m.MistakeList, form: m.MistakeForm })),
  },
  tsubos: { icon: Ruler, load: () => import('./features/rules/tsubos.tsx').then((m) => ({ list: m.TsuboList, form: m.TsuboForm })) },
  standards: {
    icon: Scale,
    load: () => import('./features/rules/standards.tsx').then((m) => ({ list: m.StandardList, form: m.StandardForm })),
  },
  pro_point: {
    icon: Gauge,
    load: () => import('./features/reference/pro_point.tsx').then((m) => ({ list: m.ProPointList, form: m.ProPointForm })),
  },
  indirect_note: {
    icon: StickyNote,
    load: () => import('./features/reference/indirect_note.tsx').then((m) => ({ list: m.IndirectNoteList, form: m.IndirectNoteForm })),
  },
  'formula-base-points': {
    icon: Variable,
    load: () =>
      import('./features/rules/formula-base-points.tsx').then((m) => ({ list: m.FormulaBasePointList, form: m.FormulaBasePointForm })),
  },
  'formula-results': {
    icon: SquareFunction,
    load: () => import('./features/rules/formula-results.tsx').then((m) => ({ list: m.FormulaResultList, form: m.FormulaResultForm })),
  },
  rule_cases: {
    icon: BookmarkCheck,
    load: () => import('./features/rules/cases/pages.tsx').then((m) => ({ list: m.CaseList, form: m.CaseForm })),
  },
  rule_scenarios: {
    icon: FlaskConical,
    list: () => import('./features/scenarios/list.tsx').then((m) => m.ScenarioList),
    form: () => import('./features/scenarios/form.tsx').then((m) => m.ScenarioForm),
  },
};
