import { sql } from 'drizzle-orm';
import { META_LABELS } from '../contracts/contract.ts';
import { flag, integer } from '../contracts/fields.ts';
import { throwApiError } from './api-error.ts';
import { authorizeThenValidate, type Caller } from './caller.ts';
import { parseCallBody } from './parse-call.ts';
import { requireOpenMonth, requireVisible } from './read.ts';
import type { Resource, Values } from './resource.ts';
import { addImageAddresses, readFoundRow, selectRowById } from './row.ts';

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
  const { actor, results } = await caller.read(grant, (actor) => [selectRowById(resource, id, resource.scope?.(actor))]);
  const found = requireVisible(resource, readFoundRow(resource, results[0], resource.scope?.(actor)), caller.lang);
  requireOpenMonth(resource, found);
  const written = await caller
    .write([
      sql`UPDATE ${sql.identifier(resource.table)} SET is_checked = ${is_checked}, updated_at = ${caller.clock.time()}, version = version + 1
        WHERE id = ${id} AND is_checked <> ${is_checked}`,
      selectRowById(resource, id),
    ])
    .catch((error) => throwApiError(resource, caller, error, [found.row]));
  return addImageAddresses(resource, caller, requireVisible(resource, readFoundRow(resource, written[1]), caller.lang).row);
}
