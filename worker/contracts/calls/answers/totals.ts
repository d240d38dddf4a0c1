import * as z from 'zod';
import '../../field-schemas.ts';

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
    direct_point: z.number(),
    mistake_point_n: z.number(),
    mistake_point_t: z.number(),
    indirect_point_yes: z.number(),
    indirect_point_no: z.number(),
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
    direct_point: z.number(),
    mistake_point_n: z.number(),
    mistake_point_t: z.number(),
    indirect_point_yes: z.number(),
    indirect_point_no: z.number(),
    total_point_1: z.number(),
    total_point_2: z.number(),
    /** Rows whose total 1 or 2 has no value: the sums of the totals leave them out. */
    undefined_totals: z.number(),
  });
export type TotalSum = z.infer<ReturnType<typeof totalSum>>;

export const totalCustomerJob = () =>
  z.object({
    id: z.number(),
    name: z.string().nullable(),
    bukkenmei: z.string().nullable(),
    hacchyuumoto: z.string().nullable(),
    hacchyuu_naiyou: z.string().nullable(),
    tsubosuu: z.number().nullable(),
    uketsuke_hi: z.string().nullable(),
    henkyaku_hi: z.string().nullable(),
    department_name: z.string().nullable(),
    group_name: z.string().nullable(),
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
