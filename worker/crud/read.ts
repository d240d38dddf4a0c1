import { type Contract, recordNoun } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import type { Lang } from '../contracts/text.ts';
import { authorizeThenValidate, type Caller } from '../platform/caller.ts';
import { AppError } from '../platform/errors.ts';
import { parseIdAlone } from '../platform/parse-call.ts';
import type { Resource } from './resource.ts';
import { addImageAddresses, type FoundRow, queryRowById } from './row.ts';

/** `GET {entity}/{id}`; it takes no parameters. */
export async function read(resource: Resource, caller: Caller, idText: string, params = new URLSearchParams()): Promise<Values> {
  const grant = resource.contract.access.get;
  const id = await authorizeThenValidate(caller, grant, () => parseIdAlone(idText, params, caller.lang));
  const { results: found } = await caller.read(grant, (actor) => queryRowById(resource, id, resource.scope?.(actor)));
  const { row } = requireVisible(resource, found, caller.lang);
  return addImageAddresses(resource, caller, row);
}

/** The found row; throws 404 when there is none, 403 when the actor may not see it. */
export function requireVisible({ contract }: Resource, found: FoundRow | undefined, lang: Lang): FoundRow {
  if (!found) throw notFoundError(contract, lang);
  if (!found.inScope) throw new AppError('forbidden');
  return found;
}

/** 423 when the record's month is locked. */
function requireOpenMonth({ contract }: Resource, { row, locked }: FoundRow): void {
  if (locked) throw new AppError('month_locked', { month: String(row[contract.dated!]).slice(0, 7) });
}

/** As above, and 409 when the record is checked and the values leave it so. */
export function requireWritable(resource: Resource, found: FoundRow, values: Values = {}): void {
  requireOpenMonth(resource, found);
  if (found.row.is_checked === 1 && values.is_checked === undefined) throw new AppError('record_checked');
}

export function notFoundError(contract: Contract, lang: Lang): AppError {
  return new AppError('not_found', { what: recordNoun(contract, lang) });
}
