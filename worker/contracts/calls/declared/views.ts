import * as z from 'zod';
import { idSchema, valueSchema } from '../../field-schemas.ts';
import { EVERYONE } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import { deletedAnswer, envelope } from '../answers/envelope.ts';
import { view, viewState } from '../answers/views.ts';
import { VIEW_FIELDS, VIEW_PARAMS } from '../views.ts';
import { defineCall } from './define-call.ts';

const LABELS = {
  name: VIEW_FIELDS.name.label,
  entity: VIEW_FIELDS.entity.label,
  shared: VIEW_FIELDS.shared.label,
  state: VIEW_FIELDS.state.label,
};
const name = () => (valueSchema(VIEW_FIELDS.name) as z.ZodType<string>).refine((text) => text !== '', { error: ruleToken('required') });
const entity = () => valueSchema(VIEW_FIELDS.entity) as z.ZodType<string>;
const shared = () => z.enum(['none', 'all']);

/** Saved ways to show a list. */
export const viewCalls = {
  list: defineCall('GET /views', EVERYONE, 'The views of a list that one may use, one’s own first.', {
    params: VIEW_PARAMS,
    answer: () => envelope(view()),
  }),
  read: defineCall('GET /views/:id', EVERYONE, 'A view, without the parts that its list no longer has, which are named in `gone`.', {
    answer: () => z.object({ data: view() }),
  }),
  create: defineCall('POST /views', EVERYONE, 'Saves a view of one’s own; `shared: "all"` is for Admin, Writer and Checked.', {
    body: () => z.object({ entity: entity(), name: name(), state: viewState(), shared: shared().optional() }),
    labels: LABELS,
    status: 201,
    answer: () => z.object({ data: view() }),
  }),
  update: defineCall(
    'PUT /views/:id',
    EVERYONE,
    'Changes a view: its owner, or an Admin a shared one, who may also take it over (`owner_id`).',
    {
      body: () =>
        z.object({
          name: name().optional(),
          state: viewState().optional(),
          shared: shared().optional(),
          owner_id: idSchema.optional(),
          version: z.int().optional(),
        }),
      labels: LABELS,
      answer: () => z.object({ data: view() }),
    },
  ),
  delete: defineCall('DELETE /views/:id', EVERYONE, 'Deletes a view: its owner, or an Admin a shared one.', { answer: deletedAnswer }),
  export: defineCall(
    'GET /views/:id/export',
    EVERYONE,
    'The rows and columns of a view as a file, for who may export its list; `format` is xlsx, csv or json.',
    { readsAddress: true, answer: 'feed' },
  ),
};
