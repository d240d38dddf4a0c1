import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

const dueJob = () =>
  z.object({
    id: z.number(),
    ...fieldsOf(z.string().nullable(), 'name', 'bukkenmei', 'kibou_nouki', 'teisei_henkyaku_hi'),
    /** Office days from the day after the wished one until today; 0 where none has gone by. */
    days_late: z.number(),
    user_id: z.number().nullable(),
    user_name: z.string().nullable(),
    customer_name: z.string().nullable(),
    department_name: z.string().nullable(),
  });

/** A part of the jobs without a return date: how many, and the first of them by their day. */
const duePart = () => z.object({ total: z.number(), data: dueJob().array() });

export const dueJobs = () =>
  z.object({
    late: duePart(),
    today: duePart(),
    week: duePart(),
    returned: duePart(),
    later: duePart(),
    no_date: duePart(),
  });
export type DueJobs = z.infer<ReturnType<typeof dueJobs>>;
