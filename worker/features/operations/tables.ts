import type { Reference } from '../../crud/references.ts';
import type { Resource } from '../../crud/resource.ts';

/** A recorded table with the entities that show it, and what may refer to its records. */
export interface UndoTable {
  resources: readonly Resource[];
  references: readonly Reference[];
}

/** The tables whose writes can be undone, by their name. */
export type UndoTables = ReadonlyMap<string, UndoTable>;

/** `referencesTo` lists what refers to an entity's records. */
export function listUndoTables(resources: readonly Resource[], referencesTo: (resource: Resource) => readonly Reference[]): UndoTables {
  const undone = resources.filter(({ notUndone }) => notUndone !== 'all');
  return new Map(
    [...Map.groupBy(undone, ({ table }) => table)].map(([table, ofTable]) => [
      table,
      { resources: ofTable, references: referencesTo(ofTable[0]!) },
    ]),
  );
}
