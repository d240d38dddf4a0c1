import type { Text } from '../contracts/text.ts';
import type { Reference } from '../crud/remove.ts';
import { type Resource, tableNameOf } from '../crud/resource.ts';
import { companiesResource } from './companies.ts';
import { constructionsResource } from './constructions.ts';
import { contractorsResource } from './contractors.ts';
import { customersResource } from './customers.ts';
import { departmentGroupsResource } from './department_groups.ts';
import { departmentsResource } from './departments.ts';
import { directsResource } from './directs.ts';
import { directsTechouseiResource } from './directs_techousei.ts';
import { formulaBasePointsResource } from './formula-base-points.ts';
import { formulaResultsResource } from './formula-results.ts';
import { indirectNoteResource } from './indirect_note.ts';
import { indirectsResource } from './indirects.ts';
import { mistakesResource } from './mistakes.ts';
import { positionsResource } from './positions.ts';
import { proResource } from './pro.ts';
import { proPointResource } from './pro_point.ts';
import { rolesResource } from './roles.ts';
import { standardsResource } from './standards.ts';
import { tsubosResource } from './tsubos.ts';
import { usersResource } from './users.ts';
import { workCategoriesResource } from './work-categories.ts';

/** Every entity of the API, in the order of its table of contents. */
export const RESOURCES: readonly Resource[] = [
  usersResource,
  rolesResource,
  positionsResource,
  companiesResource,
  departmentsResource,
  departmentGroupsResource,
  customersResource,
  workCategoriesResource,
  directsResource,
  directsTechouseiResource,
  formulaBasePointsResource,
  formulaResultsResource,
  contractorsResource,
  constructionsResource,
  standardsResource,
  tsubosResource,
  proPointResource,
  indirectNoteResource,
  proResource,
  indirectsResource,
  mistakesResource,
];

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
