import { META_LABELS } from '../contracts/contract.ts';
import { flag, integer } from '../contracts/fields.ts';
import { authorizeThenValidate, type Caller } from './caller.ts';
import { parseCallBody } from './parse-call.ts';
import type { Resource, Values } from './resource.ts';
import { updateOne } from './write.ts';

/** Body of the call: the row, of which these two count. */
const CHECK_FIELDS = {
  id: integer(META_LABELS.id!, { required: true, min: 1 }),
  is_checked: flag({ vi: 'Đã kiểm tra', en: 'Checked' }, { required: true }),
};

/** `POST {entity}/checked {id, is_checked}`: sets the check mark and answers the row. */
export async function setChecked(resource: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Values> {
  const grant = resource.contract.access.check;
  const { id, is_checked } = await authorizeThenValidate(caller, grant, async () =>
    parseCallBody(CHECK_FIELDS, await readBody(), caller.lang),
  );
  return updateOne(resource, caller, grant, { id, values: { is_checked } });
}
