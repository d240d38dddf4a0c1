import type { TestApi } from './api.ts';

/** A direct of June 2026 with the rules that its points are calculated by; answers its id. */
export async function insertCalculatedDirect(api: TestApi): Promise<number> {
  await api.insert('customers', { id: 1, name: '山田工務店' });
  await api.insert('work_categories', { id: 1, work_name: '構造図' });
  await api.insert('standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 0.5,
    scale_code: 'S1',
  });
  await api.insert('formula_base_points', { scale_code: 'S1', base_point1: 'standard_design_point * 2' });
  await api.insert('formula_results', {
    scale_code: 'S1',
    result_design_formula: 'base_point1 * complex_factor',
    result_check_formula: 'standard_check_point * complex_factor',
  });
  return api.insert('directs', {
    name: 'J-1',
    customer_id: 1,
    work_category_id: 1,
    henkyaku_hi: '2026-06-15',
    tsubosuu: 20,
    complex_factor: 1.5,
  });
}
