import { Hono } from 'hono';
import { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { totalsCalls as calls } from '../../contracts/calls/declared/totals.ts';
import { TOTAL_COLUMNS, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import type { Caller } from '../../crud/caller.ts';
import { type AppEnv, respondWithJson, searchParams, withWarnings } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { respondWithWorkbook } from '../../platform/xlsx/workbook-response.ts';
import { readTotalsExpressions, writeTotalsExpressions } from './expressions.ts';
import { TOTAL_WORD, writeSheet } from './sheet.ts';
import { listCustomerTotals, readAllCustomerTotals } from './total-customers.ts';
import { toTotalRow } from './total-entries.ts';
import { listTotals, readTotals } from './totals.ts';

export const totals = new Hono<AppEnv>();
bindRoute(totals, calls.list, async (c) => c.json(await listTotals(c.var.caller, searchParams(c))));
bindRoute(totals, calls.export, (c) => exportTotals(c.var.caller, searchParams(c)));
bindRoute(totals, calls.listCustomers, async (c) => respondWithJson(c, await listCustomerTotals(c.var.caller, searchParams(c))));
bindRoute(totals, calls.exportCustomers, (c) => exportCustomerTotals(c.var.caller, searchParams(c)));
bindCall(totals, calculationCalls.readExpressions, readTotalsExpressions);
bindCall(totals, calculationCalls.saveExpressions, async (input) => withWarnings(input.caller, await writeTotalsExpressions(input)));

export async function exportTotals(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { entries, sum } = await readTotals(caller, calls.export.grant, params);
  return respondWithWorkbook(writeSheet('Totals', TOTAL_COLUMNS, entries, toTotalRow, sum, TOTAL_WORD[caller.lang], caller.lang), 'totals');
}

export async function exportCustomerTotals(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { rows, sum } = await readAllCustomerTotals(caller, calls.exportCustomers.grant, params);
  return respondWithWorkbook(
    writeSheet('Customers', TOTAL_CUSTOMER_COLUMNS, rows, (row) => row, sum, TOTAL_WORD[caller.lang], caller.lang),
    'total_customers',
  );
}
