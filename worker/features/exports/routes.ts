import { type Context, Hono } from 'hono';
import { exportCalls } from '../../contracts/calls/declared/exports.ts';
import { EVERYONE } from '../../contracts/roles.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Resource } from '../../crud/resource.ts';
import { searchParams } from '../../crud/router.ts';
import { bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { takeParam } from '../../platform/feeds/respond-with-sheet.ts';
import { exportRows } from './export-rows.ts';

/** Files of rows that are computed, not an entity's. */
export type SheetCalls = Readonly<Record<string, (c: Context<AppEnv>, params: URLSearchParams) => Promise<Response>>>;

/** `GET {entity}/export`, and `GET /export/excel?entity=`: the export of an entity, or one of `sheets`, under one address. */
export function exportRoutes(resources: readonly Resource[], sheets: SheetCalls): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const exported = resources.filter(({ contract }) => contract.access.export);

  for (const resource of exported) {
    app.get(`/${resource.contract.name}/export`, (c) => exportRows(resource, c, searchParams(c)));
  }
  bindRoute(app, exportCalls.excel, async (c) => {
    const { caller } = c.var;
    const params = searchParams(c);
    const entity = await authorizeThenValidate(caller, EVERYONE, () => takeParam(params, 'entity', caller.lang));
    if (Object.hasOwn(sheets, entity)) return sheets[entity]!(c, params);
    const found = exported.find(({ contract }) => contract.name === entity);
    if (!found) {
      await caller.require(EVERYONE);
      const names = [...exported.map(({ contract }) => contract.name), ...Object.keys(sheets)];
      const message = ruleMessage(ruleToken('option', { options: names.join(', ') }), 'entity', caller.lang);
      throw new AppError('invalid', {}, { messages: { entity: message } });
    }
    return exportRows(found, c, params);
  });
  return app;
}
