import { sql } from 'drizzle-orm';
import type { Resource } from '../../crud/resource.ts';
import { ADJUSTABLE } from '../../resources/directs_techousei.ts';
import { notifyAdjusted } from '../notify/notify.ts';

/** Tells the people of jobs whose result points are adjusted by hand. */
export const adjustmentEffects: NonNullable<Resource['updateEffects']> = ({ rows, updated, actor }, { requestId }) => {
  const ids = rows.filter(({ columns }) => ADJUSTABLE.some((name) => columns[name] !== undefined)).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const isAdjusted = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND id IN (${updated})`;
  return { statements: [notifyAdjusted(isAdjusted, requestId, actor.id)] };
};
