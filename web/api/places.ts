import type { NavGroup } from '#contracts/contract.ts';
import { CONTRACTS, type EntityName } from '#contracts/contracts.ts';
import type { Access } from '#contracts/roles.ts';
import type { Text } from '#contracts/text.ts';

/** Where the pages of an entity are, what they are called, and its rights: as much of a contract as routes and navigation need. */
export interface Place {
  readonly name: EntityName;
  /** null: it has no page. */
  readonly path: string | null;
  readonly pageTitle: Text;
  readonly navGroup: NavGroup | null;
  readonly access: Access;
  /** Its rows count from a month on. */
  readonly isRule: boolean;
}

/**
 * The places of all entities, in the order of CONTRACTS. The build evaluates this file and ships its value (`web/vite.config.ts`), so that the first
 * load carries neither the contracts nor zod.
 */
export const PLACES: readonly Place[] = (Object.keys(CONTRACTS) as EntityName[]).map((name) => {
  const { path, pageTitle, navGroup, access } = CONTRACTS[name];
  return { name, path, pageTitle, navGroup, access, isRule: 'versions' in CONTRACTS[name] };
});
