import { expect, it } from 'vitest';
import { MAX_ERRORS, selectListed } from '../../worker/features/imports/plan/stage-rows.ts';
import type { Problem } from '../../worker/features/imports/read/draft.ts';

const problem = (row: number, column: string): Problem => ({ row, column, message: { vi: 'sai', en: 'wrong' } });
const named = (problems: readonly Problem[]) => problems.map(({ row, column }) => `${row}${column}`);

it('every wrong row has its first error listed, however many rows are wrong; the others as long as there is room', () => {
  const problems = [problem(2, 'a'), problem(2, 'b'), problem(3, 'a'), problem(3, 'b'), problem(3, 'c'), problem(4, 'a')];
  expect(named(selectListed(problems, 0))).toEqual(['2a', '2b', '3a', '3b', '3c', '4a']);
  expect(named(selectListed(problems, MAX_ERRORS - 4))).toEqual(['2a', '2b', '3a', '3b', '4a']);
  expect(named(selectListed(problems, MAX_ERRORS))).toEqual(['2a', '3a', '4a']);
  expect(named(selectListed(problems, MAX_ERRORS + 100_000))).toEqual(['2a', '3a', '4a']);
});
