import { Hono } from 'hono';
import { TOTAL_COLUMNS, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import { STAFF } from '../../contracts/roles.ts';
import type { Caller } from '../../crud/caller.ts';
import { type AppEnv, respond, searchParams, workbook } from '../../crud/router.ts';
import { sheetOf, TOTAL_WORD } from './sheet.ts';
import { allCustomerTotals, listCustomerTotals } from './total-customers.ts';
import { toTotalRow } from './total-entries.ts';
import { listTotals, readTotals } from './totals.ts';

export const totals = new Hono<AppEnv>()
  .get('/totals', async (c) => c.json(await listTotals(c.var.caller, searchParams(c))))
  .get('/totals/export', (c) => totalsWorkbook(c.var.caller, searchParams(c)))
  .get('/total_customers', async (c) => respond(c, await listCustomerTotals(c.var.caller, searchParams(c))))
  .get('/total_customers/export', (c) => customerTotalsWorkbook(c.var.caller, searchParams(c)));

export async function totalsWorkbook(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { entries, sum } = await readTotals(caller, STAFF, params);
  return workbook(sheetOf('Totals', TOTAL_COLUMNS, entries, toTotalRow, sum, TOTAL_WORD[caller.lang], caller.lang), 'totals');
}

export async function customerTotalsWorkbook(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { rows, sum } = await allCustomerTotals(caller, STAFF, params);
  return workbook(
    sheetOf('Customers', TOTAL_CUSTOMER_COLUMNS, rows, (row) => row, sum, TOTAL_WORD[caller.lang], caller.lang),
    'total_customers',
  );
}
