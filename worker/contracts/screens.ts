import type { Contract } from './contract.ts';
import type { EntityName } from './contracts.ts';
import { ADMIN, ALL_ROLES, EVERYONE, type Grant, STAFF } from './roles.ts';

/** What the screens of an entity check beside its verbs. */
export interface ScreenGrants {
  /** Who opens the list, the page that adds, and a record's own page. */
  open_list: Grant;
  open_add: Grant;
  open_record: Grant;
  /** Who sees the buttons that view and delete a row, and can select rows. */
  row_actions: Grant;
}

const REFERENCE: ScreenGrants = { open_list: STAFF, open_add: STAFF, open_record: STAFF, row_actions: EVERYONE };
const WORK: ScreenGrants = { open_list: ALL_ROLES, open_add: STAFF, open_record: ALL_ROLES, row_actions: ADMIN };
/** A Checked adds and checks these in the list, and opens none. */
const RATED: ScreenGrants = { ...WORK, open_record: ['Admin', 'Writer', 'Viewer'] };
const ADMIN_ONLY: ScreenGrants = { open_list: ADMIN, open_add: ADMIN, open_record: ADMIN, row_actions: EVERYONE };

/** Entities whose screens are open to others than the staff. */
const SCREENS: Readonly<Partial<Record<EntityName, ScreenGrants>>> = {
  directs: WORK,
  directs_techousei: WORK,
  pro: RATED,
  indirects: RATED,
  mistakes: RATED,
  positions: ADMIN_ONLY,
  companies: ADMIN_ONLY,
  rule_scenarios: ADMIN_ONLY,
};

/** Who opens which screen of an entity. */
export function screenGrants({ name }: Pick<Contract, 'name'>): ScreenGrants {
  return SCREENS[name as EntityName] ?? REFERENCE;
}
