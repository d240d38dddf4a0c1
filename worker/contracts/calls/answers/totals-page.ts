import * as z from 'zod';
import '../../field-schemas.ts';
import { envelope } from './envelope.ts';
import { sealState } from './month-seals.ts';
import { listedTotal, totalCustomerRow, totalSum } from './totals.ts';

/** `GET /totals`. */
export const totalsPage = () =>
  envelope(listedTotal()).extend({
    sum: totalSum(),
    sealed: sealState(),
    /** Ids of those whose records `sum` is made of, where only people of a department or group are asked for and a list of records can name them. */
    people: z.number().array().nullable(),
  });
export type TotalsPage = z.infer<ReturnType<typeof totalsPage>>;

/** `GET /total_customers`. */
export const customerTotalsPage = () =>
  envelope(totalCustomerRow()).extend({
    sum: z.object({ total_task: z.number(), total_tsubosuu: z.number() }),
  });
