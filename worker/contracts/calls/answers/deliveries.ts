import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

/** A job that was returned in the month, as its customer knows it: nobody who worked on it, and no point. */
const deliveredJob = () =>
  z.object({
    id: z.number(),
    name: z.string().nullable(),
    bukkenmei: z.string().nullable(),
    /** As the source wrote the customer's name. */
    tokuisakimei: z.string().nullable(),
    /** As the source wrote the work; without it the name of its category. */
    hacchyuu_naiyou: z.string().nullable(),
    tsubosuu: z.number().nullable(),
    uketsuke_hi: z.string().nullable(),
    kibou_nouki: z.string().nullable(),
    henkyaku_hi: z.string(),
    /** 1: returned on the wished day or before; null where no day was wished. */
    on_time: z.literal([0, 1]).nullable(),
    /** When a correction was returned. */
    teisei_henkyaku_hi: z.string().nullable(),
  });
export type DeliveredJob = z.infer<ReturnType<typeof deliveredJob>>;

/** What a customer got in a month. */
export const deliveries = () =>
  z.object({
    customer: z.object({ id: z.number(), code: z.string().nullable(), name: z.string() }),
    year: z.number(),
    month: z.number(),
    /** While the month is open, its jobs may still change. */
    draft: z.boolean(),
    jobs: deliveredJob().array(),
    totals: z.object({ ...fieldsOf(z.number(), 'jobs', 'tsubosuu', 'on_time', 'late', 'corrections') }),
  });
export type Deliveries = z.infer<ReturnType<typeof deliveries>>;
