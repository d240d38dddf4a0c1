import { type Context, Hono } from 'hono';
import { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { totalsCalls as calls } from '../../contracts/calls/declared/totals.ts';
import { TOTAL_COLUMNS, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import type { Column } from '../../contracts/contract.ts';
import { customers } from '../../contracts/entities/customers.ts';
import { respondWithJson, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { respondWithComputedSheet, takeFeed } from '../../platform/feeds/respond-with-sheet.ts';
import { deleteTotalsExpressions, readTotalsExpressions, writeTotalsExpressions } from './expressions.ts';
import { TOTALS, toSheet } from './sheet.ts';
import { listCustomerTotals, readAllCustomerTotals } from './total-customers.ts';
import { toTotalRow } from './total-entries.ts';
import { listTotals, readTotals } from './totals.ts';

export const totals = new Hono<AppEnv>();
bindRoute(totals, calls.list, async (c) => c.json(await listTotals(c.var.caller, searchParams(c))));
bindRoute(totals, calls.export, (c) => exportTotals(c, searchParams(c)));
bindRoute(totals, calls.listCustomers, async (c) => respondWithJson(c, await listCustomerTotals(c.var.caller, searchParams(c))));
bindRoute(totals, calls.exportCustomers, (c) => exportCustomerTotals(c, searchParams(c)));
bindCall(totals, calculationCalls.readExpressions, readTotalsExpressions);
bindCall(totals, calculationCalls.deleteExpressions, deleteTotalsExpressions);
bindCall(totals, calculationCalls.saveExpressions, writeTotalsExpressions);

/** `GET totals/export`; `shown` in place of the columns. */
export async function exportTotals(
  c: Context<AppEnv>,
  params: URLSearchParams,
  shown: readonly Column[] = TOTAL_COLUMNS,
): Promise<Response> {
  const { caller } = c.var;
  const { grant } = calls.export;
  const format = await authorizeThenValidate(caller, grant, () => takeFeed(params, caller.lang));
  const { entries, sum } = await readTotals(caller, grant, params);
  const sheet = toSheet({ name: TOTALS, columns: shown, entries, toRow: toTotalRow, sum }, caller.lang);
  return respondWithComputedSheet(c, sheet, 'totals', format);
}

/** `GET total_customers/export`; `shown` in place of the columns. */
export async function exportCustomerTotals(
  c: Context<AppEnv>,
  params: URLSearchParams,
  shown: readonly Column[] = TOTAL_CUSTOMER_COLUMNS,
): Promise<Response> {
  const { caller } = c.var;
  const { grant } = calls.exportCustomers;
  const format = await authorizeThenValidate(caller, grant, () => takeFeed(params, caller.lang));
  const { rows, sum } = await readAllCustomerTotals(caller, grant, params);
  const sheet = toSheet({ name: customers.label, columns: shown, entries: rows, sum }, caller.lang);
  return respondWithComputedSheet(c, sheet, 'total_customers', format);
}
