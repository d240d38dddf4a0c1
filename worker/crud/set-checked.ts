import { sql } from 'drizzle-orm';
import { idSchema } from '../contracts/fields.ts';
import { throwApiError } from './api-error.ts';
import { authorizeThenValidate, type Caller } from './caller.ts';
import { requireOpenMonth, requireVisible } from './read.ts';
import type { Resource, Values } from './resource.ts';
import { readFoundRow, selectRowById, withImageAddresses } from './row.ts';
import { invalidFieldError } from './write.ts';

/** `POST {entity}/checked {id, is_checked}`: sets the check mark and answers the row. */
export async function setChecked(resource: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Values> {
  const { contract } = resource;
  const grant = contract.access.check;
  const { id, mark } = await authorizeThenValidate(caller, grant, async () => {
    const body = await readBody();
    const id = idSchema.safeParse(body.id);
    if (!id.success) throw invalidFieldError(resource, 'id', 'id', caller.lang);
    const mark = contract.fields.is_checked!.value.safeParse(body.is_checked);
    if (!mark.success || body.is_checked === undefined) throw invalidFieldError(resource, 'is_checked', 'required', caller.lang);
    return { id: id.data, mark: mark.data as number };
  });
  const { actor, results } = await caller.read(grant, (actor) => [selectRowById(resource, id, resource.scope?.(actor))]);
  const found = requireVisible(resource, readFoundRow(resource, results[0], resource.scope?.(actor)), caller.lang);
  requireOpenMonth(resource, found);
  const written = await caller
    .write([
      sql`UPDATE ${sql.identifier(resource.table)} SET is_checked = ${mark}, updated_at = ${caller.clock.time()}, version = version + 1
        WHERE id = ${id} AND is_checked <> ${mark}`,
      selectRowById(resource, id),
    ])
    .catch((error) => throwApiError(resource, caller, error, [found.row]));
  return withImageAddresses(resource, caller, requireVisible(resource, readFoundRow(resource, written[1]), caller.lang).row);
}
