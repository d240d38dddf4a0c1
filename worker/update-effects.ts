import { sql } from 'drizzle-orm';
import type { EntityName } from './contracts/contracts.ts';
import type { Resource } from './crud/resource.ts';
import { adjustmentEffects } from './features/directs/adjustment-effects.ts';
import type { ImportEffects, ImportModules } from './features/imports/importable.ts';
import { notifyAdjusted } from './features/notify/notify.ts';
import { listUndoTables, type UndoTables } from './features/operations/tables.ts';
import { emailChangeEffects } from './features/users/email-change-effects.ts';
import type { Deps } from './platform/deps.ts';
import { listReferencesTo, WRITTEN_RESOURCES } from './resources/registry.ts';

/** Statements that accompany the update of records by a file, as they accompany an update on screen. */
const IMPORT_EFFECTS: ImportEffects = {
  directs_techousei: (updated, { request_id, user_id }) => notifyAdjusted(sql`id IN (${updated})`, request_id, user_id),
};

export const IMPORT_MODULES: ImportModules = {
  sizes: { whole: 20_000, batch: 2000, largestBatch: 4000 },
  effects: IMPORT_EFFECTS,
};

/** The tables whose writes can be undone, with what accompanies their updates. */
export function undoTablesOf(deps: Deps): UndoTables {
  return listUndoTables(addUpdateEffects(deps, WRITTEN_RESOURCES), listReferencesTo);
}

/** The entities with what the modules add to their updates. */
export function addUpdateEffects(deps: Deps, resources: readonly Resource[]): Resource[] {
  const effects = new Map<string, NonNullable<Resource['updateEffects']>>([
    ['users' satisfies EntityName, emailChangeEffects(deps)],
    ['directs' satisfies EntityName, adjustmentEffects],
    ['directs_techousei' satisfies EntityName, adjustmentEffects],
  ]);
  return resources.map((resource) => {
    const updateEffects = effects.get(resource.contract.name);
    return updateEffects ? { ...resource, updateEffects } : resource;
  });
}
