import * as z from 'zod';
import '../../field-schemas.ts';
import { FIRST_STEP_STATES, FIRST_STEPS } from '../first-steps.ts';
import { keysOf } from './keys-of.ts';

const firstStep = () =>
  z.object({
    name: keysOf(FIRST_STEPS),
    state: keysOf(FIRST_STEP_STATES),
    /** What is there already. */
    counts: z.object({ entity: z.string(), count: z.number() }).array(),
    /** What is still missing, as sentences; none when the step is done. */
    missing: z.string().array(),
  });

/** `GET /first_steps`: `done` once no step is open. */
export const firstSteps = () => z.object({ done: z.boolean(), steps: firstStep().array() });
export type FirstSteps = z.infer<ReturnType<typeof firstSteps>>;

/** Rows made of the ready-made rules, by entity; codes that had rows already are left as they are. */
export const takenRules = () => z.object({ 'formula-results': z.number(), 'formula-base-points': z.number(), tsubos: z.number() });
export type TakenRules = z.infer<ReturnType<typeof takenRules>>;
