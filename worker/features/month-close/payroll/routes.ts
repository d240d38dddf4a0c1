import { Hono } from 'hono';
import { payrollCalls as calls } from '../../../contracts/calls/declared/payroll.ts';
import { bindCall } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listPayrollExports, makePayrollExport, previewPayrollExport, readPayrollFile } from './exports.ts';
import { readPayrollMap, savePayrollMap } from './map.ts';

/** Closed months for the program that pays. */
export function payrollRoutes(deps: Pick<Deps, 'files'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.readMap, readPayrollMap);
  bindCall(app, calls.saveMap, savePayrollMap);
  bindCall(app, calls.list, async (input) => ({ data: await listPayrollExports(input) }));
  bindCall(app, calls.preview, previewPayrollExport);
  bindCall(app, calls.make, async (input, c) => {
    const { made, isNew } = await makePayrollExport(deps, input);
    return c.json(made, isNew ? 201 : 200);
  });
  bindCall(app, calls.file, (input) => readPayrollFile(deps, input));
  return app;
}
