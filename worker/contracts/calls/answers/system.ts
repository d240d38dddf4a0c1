import * as z from 'zod';
import '../../field-schemas.ts';
import { SYSTEM_CHECKS, SYSTEM_STATES } from '../system.ts';
import { keysOf } from './keys-of.ts';

const systemCheck = () =>
  z.object({
    name: keysOf(SYSTEM_CHECKS),
    state: keysOf(SYSTEM_STATES),
    /** When it last went well, or what the figure is; null where there is none yet. */
    at: z.string().nullable(),
    age_minutes: z.number().nullable(),
    value: z.number().nullable(),
    /** How the last one ended, such as `done`, `passed` or `failed`. */
    outcome: z.string().nullable(),
    message: z.string().nullable(),
    /** The limit, in words. */
    limit: z.string(),
    /** Since when Admins know that it is beyond the limit. */
    alert_since: z.string().nullable(),
  });

/** `GET /system`: the state of everything that runs by itself. Sizes are bytes, times office time. */
export const systemAnswer = () =>
  z.object({
    version: z.string(),
    at: z.string(),
    checks: systemCheck().array(),
    queue: z.object({ dead: z.number(), active: z.object({ kind: z.string(), count: z.number() }).array() }),
    database: z.object({ bytes: z.number(), rows: z.number(), tables: z.object({ name: z.string(), rows: z.number() }).array() }),
    /** The month by UTC, as the server's plan counts it; `plan_rows_read` is null where nobody said what the plan has. */
    usage: z.object({ month: z.string(), rows_read: z.number(), rows_written: z.number(), plan_rows_read: z.number().nullable() }),
    errors: z.object({ kind: z.string(), count: z.number(), last_at: z.string() }).array(),
    slow_calls: z.object({ route: z.string(), ms: z.number(), last_at: z.string() }).array(),
  });
export type SystemAnswer = z.infer<ReturnType<typeof systemAnswer>>;
