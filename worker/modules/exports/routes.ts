import { Hono } from 'hono';
import { EVERYONE } from '../../contracts/roles.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Caller } from '../../crud/caller.ts';
import { exportRows } from '../../crud/export.ts';
import type { Resource } from '../../crud/resource.ts';
import { type AppEnv, respondWithWorkbook, searchParams } from '../../crud/router.ts';
import { AppError } from '../../errors.ts';

/** A workbook of rows that are computed, not an entity's. */
export type WorkbookCalls = Readonly<Record<string, (caller: Caller, params: URLSearchParams) => Promise<Response>>>;

/** `GET /export/excel?entity=`: the export of an entity, or one of `sheets`, under one address. */
export function exportRoutes(resources: readonly Resource[], sheets: WorkbookCalls): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/export/excel', async (c) => {
    const { caller } = c.var;
    const params = searchParams(c);
    const entity = params.get('entity') ?? '';
    if (Object.hasOwn(sheets, entity)) {
      params.delete('entity');
      return sheets[entity]!(caller, params);
    }
    const exported = resources.filter(({ contract }) => contract.access.export).map(({ contract }) => contract.name);
    const names = [...exported, ...Object.keys(sheets)];
    const found = resources.find(({ contract }) => contract.name === entity && contract.access.export);
    if (!found) {
      await caller.require(EVERYONE);
      const message = ruleMessage(ruleToken('option', { options: names.join(', ') }), 'entity', caller.lang);
      throw new AppError('invalid', {}, { messages: { entity: message } });
    }
    return respondWithWorkbook(await exportRows(found, caller, params), found.contract.name);
  });
}
