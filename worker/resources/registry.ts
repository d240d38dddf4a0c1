import { CONTRACTS, ENTITY_NAMES, type EntityName } from '../contracts/contracts.ts';
import type { Text } from '../contracts/text.ts';
import type { Reference } from '../crud/remove.ts';
import { type Resource, resource, tableNameOf } from '../crud/resource.ts';
import * as tables from '../db/schema/index.ts';
import { customersResource } from './customers.ts';
import { departmentGroupsResource } from './department_groups.ts';
import { departmentsResource } from './departments.ts';
import { directsResource } from './directs.ts';
import { directsTechouseiResource } from './directs_techousei.ts';
import { formulaGuard } from './formula-guard.ts';
import { rolesResource } from './roles.ts';
import { usersResource } from './users.ts';

/** Each entity's contract bound to its table; those with rules or rights of their own have a file. */
const BINDINGS: Record<EntityName, Resource> = {
  users: usersResource,
  roles: rolesResource,
  positions: resource(CONTRACTS.positions, tables.positions),
  companies: resource(CONTRACTS.companies, tables.companies),
  departments: departmentsResource,
  department_groups: departmentGroupsResource,
  customers: customersResource,
  'work-categories': resource(CONTRACTS['work-categories'], tables.workCategories),
  contractors: resource(CONTRACTS.contractors, tables.contractors),
  constructions: resource(CONTRACTS.constructions, tables.constructions),
  directs: directsResource,
  directs_techousei: directsTechouseiResource,
  indirects: resource(CONTRACTS.indirects, tables.indirects),
  pro: resource(CONTRACTS.pro, tables.pro),
  mistakes: resource(CONTRACTS.mistakes, tables.mistakes),
  tsubos: resource(CONTRACTS.tsubos, tables.tsubos, { guard: formulaGuard('tsubos') }),
  standards: resource(CONTRACTS.standards, tables.standards),
  pro_point: resource(CONTRACTS.pro_point, tables.proPoint),
  indirect_note: resource(CONTRACTS.indirect_note, tables.indirectNote),
  'formula-base-points': resource(CONTRACTS['formula-base-points'], tables.formulaBasePoints, {
    guard: formulaGuard('formula-base-points'),
  }),
  'formula-results': resource(CONTRACTS['formula-results'], tables.formulaResults, { guard: formulaGuard('formula-results') }),
};

/** Every entity of the API, in the order of the contracts. */
export const RESOURCES: readonly Resource[] = ENTITY_NAMES.map((name) => BINDINGS[name]);

/** Every column that points to an entity's rows; two views of one table count once. Of several columns of one table each is named. */
export function referencesTo({ table }: Resource): Reference[] {
  const found = new Map<string, Reference & { field: Text }>();
  for (const { contract, table: from } of RESOURCES) {
    for (const [column, field] of Object.entries(contract.fields)) {
      if (field.entity === undefined || tableNameOf(field.entity) !== table) continue;
      const key = `${from}.${column}`;
      if (!found.has(key)) found.set(key, { label: contract.label, field: field.label, table: from, column, list: field.kind === 'refs' });
    }
  }
  const all = [...found.values()];
  return all.map(({ field, ...reference }) =>
    all.some(({ table, column }) => table === reference.table && column !== reference.column)
      ? { ...reference, label: { vi: `${reference.label.vi}: ${field.vi}`, en: `${reference.label.en}: ${field.en}` } }
      : reference,
  );
}
