import { expect } from 'vitest';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import type { TestApi } from './api.ts';

/** Calculates an open month (YYYY-MM), as the queue does; answers the id of its run. */
export async function calculateMonth(api: TestApi, month: string): Promise<number> {
  const { status, body } = await api.call('POST', 'calculations', { as: api.people.admin, body: yearMonthOf(month) });
  expect({ status, messages: body.messages }, month).toEqual({ status: 201, messages: undefined });
  await handleCalculate(api.deps, { run_id: body.id });
  return body.id;
}
