import { Hono } from 'hono';
import { TOTAL_COLUMNS, TOTAL_CUSTOMER_COLUMNS } from '../../contracts/calls/totals.ts';
import { STAFF } from '../../contracts/roles.ts';
import type { Caller } from '../../crud/caller.ts';
import { type AppEnv, searchParams, workbook } from '../../crud/router.ts';
import { sheetOf, TOTAL_WORD } from './sheet.ts';
import { allCustomerTotals, listCustomerTotals } from './total-customers.ts';
import { allTotals, listTotals } from './totals.ts';

export const totals = new Hono<AppEnv>()
  .get('/totals', async (c) => c.json(await listTotals(c.var.caller, searchParams(c))))
  .get('/totals/export', (c) => totalsWorkbook(c.var.caller, searchParams(c)))
  .get('/total_customers', async (c) => c.json(await listCustomerTotals(c.var.caller, searchParams(c))))
  .get('/total_customers/export', (c) => customerTotalsWorkbook(c.var.caller, searchParams(c)));

export async function totalsWorkbook(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { rows, sum } = await allTotals(caller, STAFF, params);
  return workbook(sheetOf('Totals', TOTAL_COLUMNS, rows, sum, TOTAL_WORD[caller.lang], caller.lang), 'totals');
}

export async function customerTotalsWorkbook(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { rows, sum } = await allCustomerTotals(caller, STAFF, params);
  return workbook(sheetOf('Customers', TOTAL_CUSTOMER_COLUMNS, rows, sum, TOTAL_WORD[caller.lang], caller.lang), 'total_customers');
}
