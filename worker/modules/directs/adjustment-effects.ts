import { sql } from 'drizzle-orm';
import type { Resource } from '../../crud/resource.ts';
import { ADJUSTABLE } from '../../resources/directs_techousei.ts';
import { notifyAdjusted } from '../notices/notify.ts';

/** Tells the people of a job whose result points are adjusted by hand. */
export const adjustmentEffects: NonNullable<Resource['updateEffects']> = ({ columns, actor, target }, { requestId }) => {
  const changes = ADJUSTABLE.filter((name) => columns[name] !== undefined).map(
    (name) => sql`${sql.identifier(name)} IS NOT ${columns[name]}`,
  );
  if (changes.length === 0) return undefined;
  return { statements: [notifyAdjusted(sql`${target} AND (${sql.join(changes, sql` OR `)})`, requestId, actor.id)] };
};
