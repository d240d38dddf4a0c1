import { expect, it } from 'vitest';
import { planPromotion } from '../../worker/features/scenarios/plan-promotion.ts';

const standard = (id: number, customer_id: number) => ({ id, customer_id, work_category_id: 1, valid_from: '', standard_design_point: 1 });

it('a rule that a scenario has no row of would end by the promotion, and is named', () => {
  const rows = { live: [standard(1, 1), standard(2, 2)], scenario: [standard(1, 1)] };
  const plans = planPromotion(new Map([['standards', rows]]), '2026-11', '2026-11');
  expect(plans.flatMap(({ ended }) => ended)).toEqual([standard(2, 2)]);
});
