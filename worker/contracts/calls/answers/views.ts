import * as z from 'zod';
import '../../field-schemas.ts';
import { ruleToken } from '../../rules.ts';
import { isStorable } from '../../value-forms.ts';
import { DENSITIES, PERIOD_NAMES, type Period, type ViewState } from '../../view-state.ts';

const MAX_PARTS = 100;
const key = () => z.string().max(64);
const text = () =>
  z
    .string()
    .max(2000, { error: ruleToken('max_length', { max: 2000 }) })
    .refine(isStorable, { error: ruleToken('characters') });
const keys = () => z.array(key()).max(MAX_PARTS);

/** Shape of what a view shows; whether its list knows the names is checked by the server. */
export const viewState = (): z.ZodType<ViewState> =>
  z.strictObject({
    filters: z
      .record(key(), text())
      .refine((filters) => Object.keys(filters).length <= MAX_PARTS)
      .optional(),
    period: z.enum(PERIOD_NAMES as [Period, ...Period[]], { error: ruleToken('option', { options: PERIOD_NAMES.join(', ') }) }).optional(),
    order_by: z.string().max(100).optional(),
    limit: z.int().min(1).max(1000).optional(),
    columns: z
      .strictObject({
        order: keys(),
        hidden: keys(),
        widths: z.record(key(), z.int().min(20).max(2000)).optional(),
        pinned: keys().optional(),
      })
      .optional(),
    density: z.enum(DENSITIES, { error: ruleToken('option', { options: DENSITIES.join(', ') }) }).optional(),
  });

/** A part of a view that its list no longer has, or that points to a record that is gone. */
export const goneFromView = () =>
  z.object({
    part: z.enum(['filter', 'order', 'column', 'period']),
    name: z.string(),
    /** Of a filter. */
    value: z.string().optional(),
    /** Of a filter by a record that was deleted: what that was called. */
    title: z.string().optional(),
  });
export type GoneFromView = z.infer<ReturnType<typeof goneFromView>>;

/** A saved way to show a list; without what is gone. */
export const view = () =>
  z.object({
    id: z.number(),
    entity: z.string(),
    name: z.string(),
    state: viewState(),
    shared: z.enum(['none', 'all']),
    /** null where the account was deleted. */
    owner: z.object({ id: z.number(), name: z.string().nullable(), active: z.union([z.literal(0), z.literal(1)]) }).nullable(),
    is_own: z.boolean(),
    /** The reader may change and delete it. */
    is_editable: z.boolean(),
    gone: goneFromView().array(),
    version: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
  });
export type View = z.infer<ReturnType<typeof view>>;
