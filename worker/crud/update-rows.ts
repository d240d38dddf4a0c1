import { sql } from 'drizzle-orm';
import type { Values } from '../contracts/fields.ts';
import type { Grant } from '../contracts/roles.ts';
import { fill, type Text } from '../contracts/text.ts';
import type { Caller } from '../platform/caller.ts';
import { lockedMonths } from '../platform/db/month-lock.ts';
import { query } from '../platform/db/query.ts';
import { asText, readColumn } from '../platform/db/typed-rows.ts';
import type { AppError } from '../platform/errors.ts';
import { throwApiError } from './api-error.ts';
import { planWrite, type RowWrite } from './plan-write.ts';
import { queryRefs } from './refs.ts';
import type { Resource } from './resource.ts';
import { queryRowsByIds } from './row.ts';

/** People write the same record at the same moment; so often it is planned again. */
const MAX_ATTEMPTS = 5;

/** A row for a record that is there. */
export type RowUpdate = RowWrite & { id: number };

export interface UpdatedRows {
  /** The records as they are now, those of refused rows that the person may see included, by the place of their row. */
  rows: ReadonlyMap<number, Values>;
  /** Places of the rows that were written. */
  changed: ReadonlySet<number>;
  /** Why rows were not, by their place. Neither changed nor refused: the record says it all already. */
  refused: ReadonlyMap<number, AppError>;
}

/**
 * Writes up to 1,000 rows into their records, each or not at all by itself: two round trips, one when nothing changes. A record that somebody
 * else wrote or checked in between is read and planned again, unless its row names a version.
 */
export async function updateRows(
  resource: Resource,
  caller: Caller,
  grant: Grant | undefined,
  wanted: readonly RowUpdate[],
): Promise<UpdatedRows> {
  const rows = new Map<number, Values>();
  const changed = new Set<number>();
  const refused = new Map<number, AppError>();
  let places = wanted.map((_, place) => place);
  for (let attempt = 1; attempt === 1 || places.length > 0; attempt++) {
    const asked = places.map((place) => wanted[place]!);
    const outcome = await writeOnce(resource, caller, grant, asked);
    const again: number[] = [];
    for (const [index, place] of places.entries()) {
      const row = outcome.rows.get(index);
      const error = outcome.refused.get(index);
      if (row) rows.set(place, row);
      if (!error && outcome.changed.has(index)) changed.add(place);
      const isOvertaken = outcome.changed.has(index) && (error?.code === 'stale' || error?.code === 'record_checked');
      if (isOvertaken && asked[index]!.version === undefined && !asked[index]!.expected && attempt < MAX_ATTEMPTS) again.push(place);
      else if (error) refused.set(place, error);
    }
    places = again;
  }
  return { rows, changed, refused };
}

/** Reads what the rows depend on, in one round trip, and plans their write: the plan, with who writes and the records as they were read. */
export async function planUpdates(resource: Resource, caller: Caller, grant: Grant | undefined, wanted: readonly RowUpdate[]) {
  const { lang, clock } = caller;
  const given = wanted.map(({ values }) => values);
  const ids = wanted.map(({ id }) => id);
  const { actor, results } = await caller.read(grant, (actor) => ({
    lockedMonths,
    found: queryRowsByIds(resource, ids, resource.scope?.(actor)),
    refs: queryRefs(resource.contract, given),
    images: resource.selectImages?.(given, actor.id),
  }));
  return {
    actor,
    found: results.found,
    plan: planWrite(resource, wanted, { actor, lang, clock, warnings: caller.warnings, source: 'screen', ...results }),
  };
}

async function writeOnce(resource: Resource, caller: Caller, grant: Grant | undefined, wanted: readonly RowUpdate[]): Promise<UpdatedRows> {
  const { actor, found, plan } = await planUpdates(resource, caller, grant, wanted);
  const rows = new Map([...found].flatMap(([id, { row, inScope }]) => (inScope ? [[id, row] as const] : [])));
  let { refused } = plan;
  if (plan.rows.length > 0) {
    const planned = plan.rows.map(({ id }) => id!);
    const names = new Set(plan.rows.flatMap(({ columns }) => Object.keys(columns)));
    const states = plan.rows.flatMap(({ before, columns }) => [before!, columns]);
    const effects = resource.updateEffects?.({ rows: plan.rows, updated: plan.updated, actor }, caller);
    const months = resource.lockedMonthsUsing?.(sql`SELECT value AS id FROM json_each(${JSON.stringify(planned)})`, [...names]);
    const written = await caller
      .write({
        effects: effects?.statements ?? [],
        refused: plan.write,
        found: queryRowsByIds(resource, planned),
        months: months && query(months, readColumn(asText)),
      })
      .catch((error) => throwApiError(resource, caller, error, states));
    refused = written.refused;
    for (const [id, { row }] of written.found) rows.set(id, row);
    const writtenIds = new Set(plan.rows.flatMap(({ index, id }) => (refused.has(index) ? [] : [id!])));
    if (writtenIds.size > 0) {
      warnOfLockedMonths(caller, written.months);
      if (effects?.afterAnswer) await caller.afterAnswer(() => effects.afterAnswer!(writtenIds));
    }
  }
  return {
    rows: new Map(wanted.flatMap(({ id }, index) => (rows.has(id) ? [[index, rows.get(id)!] as const] : []))),
    changed: new Set(plan.rows.map(({ index }) => index)),
    refused,
  };
}

/** Warns which locked months still show the former values. */
export function warnOfLockedMonths({ lang, warnings }: Caller, months: readonly string[] = []): void {
  const warning = fill(KEPT_BY_LOCKED[lang], { months: months.join(', ') });
  if (months.length > 0 && !warnings.includes(warning)) warnings.push(warning);
}

export const KEPT_BY_LOCKED: Text = {
  vi: 'Các tháng đã khóa vẫn giữ giá trị cũ: {months}',
  en: 'Locked months keep the old value: {months}',
};
