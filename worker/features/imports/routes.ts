import { Hono } from 'hono';
import { importCalls as calls, ENTITY_IMPORT_CALLS } from '../../contracts/calls/declared/imports.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { recovering } from '../../platform/queue/run-calls.ts';
import { respondWithWorkbook } from '../../platform/xlsx/workbook-response.ts';
import { exportErrors, exportRejectedRows } from './error-workbooks.ts';
import { IMPORTABLES } from './importable.ts';
import { startImport } from './start.ts';
import { cancelImport, getImport, listImports } from './view.ts';
import { importWork } from './work.ts';
import { writeImportTemplate } from './write-template.ts';

/** Imports of workbooks: asking for one and its template per entity, then following it. */
export function importRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const importable of IMPORTABLES) {
    const { name } = importable.resource.contract;
    const { start, template } = ENTITY_IMPORT_CALLS.get(name)!;
    bindRoute(app, start, async (c) => c.json(await startImport(deps, c.var.caller, importable, c.req.raw), 201));
    bindCall(app, template, async ({ caller }) => respondWithWorkbook(await writeImportTemplate(importable, caller), `${name}-template`));
  }
  bindCall(app, calls.list, recovering(deps, [importWork], listImports));
  bindCall(app, calls.read, recovering(deps, [importWork], getImport));
  bindCall(app, calls.exportErrors, async (input) => respondWithWorkbook(await exportErrors(input), 'import-errors'));
  bindCall(app, calls.exportRejected, async (input) => respondWithWorkbook(await exportRejectedRows(deps, input), 'import-rejected-rows'));
  bindCall(app, calls.cancel, (input) => cancelImport(deps, input));
  return app;
}
