import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

/** One person and month. */
export const totalRow = () =>
  z.object({
    user_id: z.number(),
    username: z.string(),
    code: z.string().nullable(),
    name: z.string(),
    employee_code: z.string().nullable(),
    area: z.string().nullable(),
    position_name: z.string().nullable(),
    ...fieldsOf(z.number(), 'direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'),
    /** Null where the expression has no value. */
    total_point_1: z.number().nullable(),
    total_point_2: z.number().nullable(),
    pro_index: z.number(),
    /** YYYY-MM. */
    month: z.string(),
  });
export type TotalRow = z.infer<ReturnType<typeof totalRow>>;

/** A row of `GET /totals`, with the rating that gave `pro_index`; null for none, which counts 1. */
export const listedTotal = () =>
  totalRow().extend({
    pro_id: z.number().nullable(),
  });
export type ListedTotal = z.infer<ReturnType<typeof listedTotal>>;

/** Over all rows; a row without a total counts as none. */
export const totalSum = () =>
  z.object({
    ...fieldsOf(
      z.number(),
      'direct_point',
      'mistake_point_n',
      'mistake_point_t',
      'indirect_point_yes',
      'indirect_point_no',
      'total_point_1',
      'total_point_2',
    ),
    /** Rows whose total 1 or 2 has no value: the sums of the totals leave them out. */
    undefined_totals: z.number(),
  });
export type TotalSum = z.infer<ReturnType<typeof totalSum>>;

export const totalCustomerJob = () =>
  z.object({
    id: z.number(),
    ...fieldsOf(z.string().nullable(), 'name', 'bukkenmei', 'hacchyuumoto', 'hacchyuu_naiyou'),
    tsubosuu: z.number().nullable(),
    ...fieldsOf(z.string().nullable(), 'uketsuke_hi', 'henkyaku_hi', 'department_name', 'group_name'),
    is_checked: z.literal([0, 1]),
  });
export type TotalCustomerJob = z.infer<ReturnType<typeof totalCustomerJob>>;

/** A customer with the jobs that the filter leaves. */
export const totalCustomerRow = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    total_task: z.number(),
    total_tsubosuu: z.number(),
    direct: totalCustomerJob().array(),
  });
export type TotalCustomerRow = z.infer<ReturnType<typeof totalCustomerRow>>;
