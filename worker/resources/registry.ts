import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { CONTRACTS, ENTITY_NAMES, type EntityName } from '../contracts/contracts.ts';
import type { Text } from '../contracts/text.ts';
import type { Reference } from '../crud/references.ts';
import { bindTable, defineResource, type Resource, tableNameOf } from '../crud/resource.ts';
import * as tables from '../platform/db/schema/index.ts';
import { findTable } from '../platform/db/tables.ts';
import { customersResource } from './customers.ts';
import { departmentGroupsResource } from './department_groups.ts';
import { departmentsResource } from './departments.ts';
import { directsResource } from './directs.ts';
import { directsTechouseiResource } from './directs_techousei.ts';
import { createFormulaGuard } from './formula-guard.ts';
import { monthsUsingFactor, monthsUsingPosition } from './locked-months.ts';
import { rolesResource } from './roles.ts';
import { ruleScenariosResource, scenarioRowsResource } from './rule_scenarios.ts';
import { totalsExpressionsResource } from './totals-expressions.ts';
import { usersResource } from './users.ts';

/** Entities with rules or rights of their own. */
const OWN_RESOURCES: Partial<Record<EntityName, Resource>> = {
  users: usersResource,
  roles: rolesResource,
  departments: departmentsResource,
  department_groups: departmentGroupsResource,
  customers: customersResource,
  positions: defineResource(CONTRACTS.positions, tables.positions, { lockedMonthsUsing: monthsUsingPosition }),
  pro_point: defineResource(CONTRACTS.pro_point, tables.proPoint, { lockedMonthsUsing: monthsUsingFactor }),
  directs: directsResource,
  directs_techousei: directsTechouseiResource,
  tsubos: defineResource(CONTRACTS.tsubos, tables.tsubos, { guard: createFormulaGuard('tsubos') }),
  'formula-base-points': defineResource(CONTRACTS['formula-base-points'], tables.formulaBasePoints, {
    guard: createFormulaGuard('formula-base-points'),
  }),
  'formula-results': defineResource(CONTRACTS['formula-results'], tables.formulaResults, { guard: createFormulaGuard('formula-results') }),
  rule_scenarios: ruleScenariosResource,
};

/**
 * Every entity of the API, in the order of the contracts; one without rules of its own is bound to the table of its name.
 */
export const RESOURCES: readonly Resource[] = ENTITY_NAMES.map((name) => OWN_RESOURCES[name] ?? plainResource(name));

/** Whatever the engine writes: the entities, and what has calls of its own in place of an entity's. */
export const WRITTEN_RESOURCES: readonly Resource[] = [...RESOURCES, totalsExpressionsResource, scenarioRowsResource];

function plainResource(name: EntityName): Resource {
  const table = findTable(tableNameOf(name));
  if (!table) throw new Error(`worker/platform/db/schema has no table for the entity ${name}`);
  return bindTable(CONTRACTS[name], table);
}

/** What people asked, answered, confirmed, opened and locked keeps their name: these tables belong to no entity. */
const PEOPLE_ELSEWHERE: readonly Reference[] = [
  personColumn(tables.monthLockEvents, 'user_id', { vi: 'Khóa tháng', en: 'Month locks' }),
  personColumn(tables.monthReviews, 'opened_by', { vi: 'Xem lại tháng', en: 'Month reviews' }),
  personColumn(tables.statementConfirmations, 'user_id', { vi: 'Xác nhận phiếu điểm', en: 'Confirmed statements' }),
  personColumn(tables.questions, 'user_id', { vi: 'Thắc mắc', en: 'Questions' }),
  personColumn(tables.questionAnswers, 'user_id', { vi: 'Trả lời thắc mắc', en: 'Answers to questions' }),
];

function personColumn(table: SQLiteTable, column: string, label: Text): Reference {
  return { label, table: getTableName(table), column, list: false };
}

/** Every column that points to an entity's rows; two views of one table count once. Of several columns of one table each is named. */
export function listReferencesTo({ table }: Resource): Reference[] {
  const found = new Map<string, Reference & { field: Text }>();
  for (const { contract, table: from } of RESOURCES) {
    for (const [column, field] of Object.entries(contract.fields)) {
      if (field.entity === undefined || tableNameOf(field.entity) !== table) continue;
      const key = `${from}.${column}`;
      if (!found.has(key)) found.set(key, { label: contract.label, field: field.label, table: from, column, list: field.kind === 'refs' });
    }
  }
  const all = [...found.values()];
  const elsewhere = table === usersResource.table ? PEOPLE_ELSEWHERE : [];
  return [...elsewhere, ...labelByColumn(all)];
}

function labelByColumn(all: readonly (Reference & { field: Text })[]): Reference[] {
  return all.map(({ field, ...reference }) =>
    all.some(({ table, column }) => table === reference.table && column !== reference.column)
      ? { ...reference, label: { vi: `${reference.label.vi}: ${field.vi}`, en: `${reference.label.en}: ${field.en}` } }
      : reference,
  );
}
