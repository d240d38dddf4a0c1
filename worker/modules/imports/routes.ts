import { Hono } from 'hono';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { IMPORTABLES } from '../../imports/importable.ts';
import { respondWithWorkbook } from '../exports/workbook.ts';
import { exportErrors, exportRejectedRows } from './error-workbooks.ts';
import { startImport } from './start.ts';
import { cancelImport, getImport, listImports } from './view.ts';
import { writeImportTemplate } from './write-template.ts';

/** Imports of workbooks: asking for one and its template per entity, then following it. */
export function importRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const importable of IMPORTABLES) {
    const { name } = importable.resource.contract;
    app.post(`/${name}/import`, async (c) => c.json(await startImport(deps, c.var.caller, importable, c.req.raw), 201));
    app.get(`/${name}/import-template`, async (c) =>
      respondWithWorkbook(await writeImportTemplate(importable, c.var.caller), `${name}-template`),
    );
  }
  app.get('/imports', async (c) => c.json(await listImports(deps, c.var.caller, searchParams(c))));
  app.get('/imports/:id', async (c) => c.json(await getImport(deps, c.var.caller, c.req.param('id'))));
  app.get('/imports/:id/errors', async (c) => respondWithWorkbook(await exportErrors(c.var.caller, c.req.param('id')), 'import-errors'));
  app.get('/imports/:id/rejected-rows', async (c) =>
    respondWithWorkbook(await exportRejectedRows(deps, c.var.caller, c.req.param('id')), 'import-rejected-rows'),
  );
  app.post('/imports/:id/cancel', async (c) => c.json(await cancelImport(deps, c.var.caller, c.req.param('id'))));
  return app;
}
