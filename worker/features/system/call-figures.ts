import { sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { createDelayedFlush } from '../../platform/after-answer.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { apiPattern } from '../../platform/route-pattern.ts';
import { FEWEST_ROWS, noteRowUse } from './row-use.ts';

const FLUSH_MS = 60_000;
/** Faster calls are nobody's concern. */
const SLOW_MS = 100;
/** Answers that ask to come again while others are served are no faults. */
const NO_FAULTS = ['too_busy'];

interface Figure {
  hour: string;
  kind: 'error' | 'slow';
  name: string;
  count: number;
  worst_ms: number;
  last_at: string;
}

/**
 * Counts answers of 500 and above by their code, and keeps the longest time of each route, by hour. An isolate gathers them in memory and
 * writes at most once a minute, and of times only those that are longer than it has written in the hour.
 */
export function createCallFigures({ db, clock, rowUse }: Pick<Deps, 'db' | 'clock' | 'rowUse'>): MiddlewareHandler {
  let pending = new Map<string, Figure>();
  let written = new Map<string, number>();
  let hour = '';

  const flush = createDelayedFlush(clock, FLUSH_MS, async () => {
    const figures = [...pending.values()];
    pending = new Map();
    await noteRowUse({ db, clock, rowUse });
    if (figures.length === 0) return;
    await db.write(
      [
        sql`INSERT INTO call_figures (hour, kind, name, count, worst_ms, last_at)
          SELECT value ->> 'hour', value ->> 'kind', value ->> 'name', value ->> 'count', value ->> 'worst_ms', value ->> 'last_at'
          FROM json_each(${JSON.stringify(figures)}) WHERE true
          ON CONFLICT (hour, kind, name) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at,
            worst_ms = max(worst_ms, excluded.worst_ms)`,
      ],
      SCRIPT_AUTHOR,
    );
  });

  const add = (kind: Figure['kind'], name: string, ms: number) => {
    const key = `${kind} ${name}`;
    const known = pending.get(key);
    const figure = {
      hour,
      kind,
      name,
      count: (known?.count ?? 0) + 1,
      worst_ms: Math.max(ms, known?.worst_ms ?? 0),
      last_at: clock.time(),
    };
    pending.set(key, figure);
  };

  return async (c, next) => {
    const started = Date.now();
    await next();
    const ms = Date.now() - started;
    const now = clock.time().slice(0, 13);
    if (now !== hour) [hour, written] = [now, new Map()];
    if (c.res.status >= 500) {
      const code = c.error instanceof AppError ? c.error.code : 'internal';
      if (!NO_FAULTS.includes(code)) add('error', code, ms);
    }
    const route = `${c.req.method} ${apiPattern(c)}`;
    if (ms >= SLOW_MS && ms > (written.get(route) ?? 0)) {
      written.set(route, ms);
      add('slow', route, ms);
    }
    if (pending.size > 0 || rowUse.read >= FEWEST_ROWS) await flush(c);
  };
}
