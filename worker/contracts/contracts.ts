import type { EntityContract, Title } from './contract.ts';
import { constructions } from './entities/constructions.ts';
import { contractors } from './entities/contractors.ts';
import { customers } from './entities/customers.ts';
import { departmentGroups } from './entities/department_groups.ts';
import { departments } from './entities/departments.ts';
import { directs } from './entities/directs.ts';
import { directsTechousei } from './entities/directs_techousei.ts';
import { formulaBasePoints } from './entities/formula-base-points.ts';
import { formulaResults } from './entities/formula-results.ts';
import { indirectNote } from './entities/indirect_note.ts';
import { indirects } from './entities/indirects.ts';
import { companies, positions, roles } from './entities/lookups.ts';
import { mistakes } from './entities/mistakes.ts';
import { pro } from './entities/pro.ts';
import { proPoint } from './entities/pro_point.ts';
import { ruleCases } from './entities/rule_cases.ts';
import { ruleScenarios } from './entities/rule_scenarios.ts';
import { standards } from './entities/standards.ts';
import { tsubos } from './entities/tsubos.ts';
import { users } from './entities/users.ts';
import { workCategories } from './entities/work-categories.ts';

/** Every entity by its name. Within a group of the sidebar, the lists stand in this order. */
export const CONTRACTS = {
  users,
  roles,
  positions,
  companies,
  departments,
  department_groups: departmentGroups,
  customers,
  'work-categories': workCategories,
  contractors,
  constructions,
  directs,
  directs_techousei: directsTechousei,
  indirects,
  pro,
  mistakes,
  tsubos,
  standards,
  pro_point: proPoint,
  indirect_note: indirectNote,
  'formula-base-points': formulaBasePoints,
  'formula-results': formulaResults,
  rule_cases: ruleCases,
  rule_scenarios: ruleScenarios,
} as const satisfies Record<string, EntityContract>;

export type EntityName = keyof typeof CONTRACTS;

/** All names, in the order above. */
export const ENTITY_NAMES = Object.keys(CONTRACTS) as EntityName[];

/** The contract of a name that is known only at run time; undefined for what is no entity. */
export function contractOf(name: string): EntityContract | undefined {
  return Object.hasOwn(CONTRACTS, name) ? CONTRACTS[name as EntityName] : undefined;
}

/** The title of an entity that a ref field points to. Throws for an unknown entity: then the contract is wrong. */
export function titleOf(entity: string): Title {
  const contract = contractOf(entity);
  if (!contract) throw new Error(`There is no entity ${entity}`);
  return contract.title;
}
