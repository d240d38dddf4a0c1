import { directsTechousei } from '../contracts/entities/directs_techousei.ts';
import { defineResource } from '../crud/resource.ts';
import { directs as table } from '../platform/db/schema/records.ts';
import { ADJUSTABLE, deriveDirect, guardDirect, requireReason, selectUsableImages } from './directs.ts';

const isAdjustable = (name: string) => (ADJUSTABLE as readonly string[]).includes(name);

/** The same rows as directs; changed result points mark the row as adjusted, so that later calculations leave them. */
export const directsTechouseiResource = defineResource(directsTechousei, table, {
  searchTable: 'directs_search',
  guard: guardDirect,
  problems: requireReason,
  selectImages: selectUsableImages,
  deriveColumns(values, context) {
    const adjusted = ADJUSTABLE.some((name) => values[name] !== undefined && values[name] !== (context.before?.[name] ?? null));
    // Points alone leave the row's origin, so that the crawl goes on keeping its other columns.
    const onlyPoints = context.before !== undefined && Object.keys(values).every((name) => name === 'adjust_reason' || isAdjustable(name));
    // The reason of an earlier adjustment does not apply to this one.
    const marks = adjusted && { is_updated: 1, adjust_reason: values.adjust_reason || null };
    return { ...(onlyPoints ? values : deriveDirect(values, context)), ...marks };
  },
});
