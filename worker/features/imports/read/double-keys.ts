import { listUniqueKeys } from '../../../crud/plan-write.ts';
import { formColumn } from '../../../platform/text/text-forms.ts';
import type { Importable } from '../importable.ts';
import { shortHash } from '../plan/short-hash.ts';
import type { Problem } from './draft.ts';
import { sameRowMessage } from './field-message.ts';
import { listExclusiveNames } from './lookups.ts';
import type { SeenKeys } from './reading-state.ts';
import type { ReadyRow } from './row-mapper.ts';

/** Whether an earlier row of the file takes a key of this one that no two records may share. Notes its keys otherwise. */
export function findDoubleKey(importable: Importable, seen: SeenKeys, { row, target, columns }: ReadyRow): Problem[] | undefined {
  const { resource } = importable;
  const after = target ? { ...target.before, ...columns } : columns;
  const problem = (names: readonly string[], before: number): Problem[] => [
    { row, column: null, message: sameRowMessage(importable, names, after, { row: before }) },
  ];
  for (const { names, key } of listUniqueKeys(resource, columns, after)) {
    const before = seen.note(shortHash(`unique ${key}`), row);
    if (before !== undefined) return problem(names, before);
  }
  const { own, shared } = listExclusiveNames(resource.contract.name);
  for (const name of [...own, ...shared]) {
    const key = columns[formColumn(name, 'key')];
    if (typeof key !== 'string') continue;
    const [asOwn, asShared] = [shortHash(`own ${key}`), shortHash(`shared ${key}`)];
    const found = own.includes(name) ? [seen.note(asOwn, row), seen.rowOf(asShared)] : [seen.rowOf(asOwn)];
    if (!own.includes(name)) seen.note(asShared, row);
    const before = found.find((other) => other !== undefined && other !== row);
    if (before !== undefined) return problem([name], before);
  }
  return undefined;
}
