import { META_LABELS } from '../contracts/contract.ts';
import { flag, integer, type Values } from '../contracts/fields.ts';
import { authorizeThenValidate, type Caller } from '../platform/caller.ts';
import { parseCallBody } from '../platform/parse-call.ts';
import type { Resource } from './resource.ts';
import { updateOne } from './write.ts';

/** Body of the call: the row, of which these count. Its `version` does not: whoever checks a row of a list means the row as it is. */
const CHECK_FIELDS = {
  id: integer(META_LABELS.id!, { required: true, min: 1 }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked' }, { required: true }),
  seen_version: integer({ vi: 'Phiên bản đã xem', en: 'Version that was looked at' }, { min: 1 }),
};

/** `POST {entity}/checked {id, is_checked, seen_version?}`: sets the check mark and answers the row; 409 with it where it is no longer the version that was seen. */
export async function setChecked(resource: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Values> {
  const grant = resource.contract.access.check;
  const body = await authorizeThenValidate(caller, grant, async () => parseCallBody(CHECK_FIELDS, await readBody(), caller.lang));
  const { id, is_checked, seen_version } = body;
  return updateOne(resource, caller, grant, { id, values: { is_checked }, version: seen_version ?? undefined });
}
