import { toStoredValue } from '../../../crud/column-values.ts';
import { formColumn } from '../../../platform/text/text-forms.ts';
import { deriveColumn } from '../../../platform/text/text-keys.ts';
import type { Importable } from '../importable.ts';
import { shortHash } from '../plan/short-hash.ts';
import type { Problem } from './draft.ts';
import { sameRowMessage } from './field-message.ts';
import { listExclusiveNames } from './lookups.ts';
import type { ReadyRow } from './row-mapper.ts';
import type { SeenKeys } from './seen-keys.ts';

/** Whether an earlier row of the file takes a key of this one that no two records may share. Notes its keys otherwise. */
export function findDoubleKey(importable: Importable, seen: SeenKeys, { row, target, columns }: ReadyRow): Problem[] | undefined {
  const { resource } = importable;
  const after = target ? { ...target.before, ...columns } : columns;
  const problem = (names: readonly string[], before: number): Problem[] => [
    { row, column: null, message: sameRowMessage(importable, names, after, { row: before }) },
  ];
  for (const names of resource.contract.unique ?? []) {
    if (names.every((name) => columns[name] === undefined)) continue;
    const values = names.map((name) => toStoredValue(resource, name, columns[name] ?? deriveColumn(resource, name, after)));
    if (values.includes(null)) continue;
    const before = seen.note(shortHash(`unique ${JSON.stringify([names, values])}`), row);
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
