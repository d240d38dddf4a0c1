import * as z from 'zod';
import '../../field-schemas.ts';
import { COMPARE_STEPS } from '../statement-compare.ts';
import { keysOf } from './keys-of.ts';
import { listedTotal } from './totals.ts';

/** A record, or of a kind of work its customer, that makes much of a step, with the points that it brings or takes. */
const compareTop = () => z.object({ entity: z.string(), id: z.number(), title: z.string().nullable(), points: z.number() });
export type CompareTop = z.infer<ReturnType<typeof compareTop>>;

/** One figure replaced by that of the later month: what it changes in both totals. Null where a total of either month has no value. */
const compareStep = () =>
  z.object({
    kind: keysOf(COMPARE_STEPS),
    label: z.string(),
    change_1: z.number().nullable(),
    change_2: z.number().nullable(),
    /** Records that the figure is made of, in each month. */
    count_from: z.number(),
    count_to: z.number(),
    top: compareTop().array(),
  });
export type CompareStep = z.infer<ReturnType<typeof compareStep>>;

const comparedMonth = () => z.object({ month: z.string(), totals: listedTotal() });

/** `GET /statements/{user_id|me}/compare?year=&month=&with=YYYY-MM`: `from` is the month of `with`. The changes add up to the difference. */
export const statementComparison = () => z.object({ from: comparedMonth(), to: comparedMonth(), steps: compareStep().array() });
export type StatementComparison = z.infer<ReturnType<typeof statementComparison>>;
