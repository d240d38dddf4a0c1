import { Hono } from 'hono';
import { EVERYONE } from '../../contracts/roles.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import { exportRows } from '../../crud/export.ts';
import type { Resource } from '../../crud/resource.ts';
import { type AppEnv, searchParams, workbook } from '../../crud/router.ts';
import { AppError } from '../../errors.ts';

/** `GET /export/excel?entity=`: the export of an entity under one address. */
export function exportRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/export/excel', async (c) => {
    const { caller } = c.var;
    const params = searchParams(c);
    const names = resources.filter(({ contract }) => contract.access.export).map(({ contract }) => contract.name);
    const found = resources.find(({ contract }) => contract.name === params.get('entity') && contract.access.export);
    if (!found) {
      await caller.require(EVERYONE);
      const message = ruleMessage(ruleToken('option', { options: names.join(', ') }), 'entity', caller.lang);
      throw new AppError('invalid', {}, { messages: { entity: message } });
    }
    return workbook(await exportRows(found, caller, params), found.contract.name);
  });
}
