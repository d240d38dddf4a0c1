import * as z from 'zod';
import { directs } from '../../entities/directs.ts';
import { rowAnswer } from '../answers/row.ts';
import '../../field-schemas.ts';
import { ALL_ROLES, STAFF } from '../../roles.ts';
import { directSums } from '../answers/direct-sums.ts';
import { dueJobs } from '../answers/directs-due.ts';
import { DUE_PARAMS } from '../directs-due.ts';
import { defineCall } from './define-call.ts';

/** What is done with many directs at once. */
const adjustment = () =>
  z.object({
    id: z.int().min(1),
    version: z.int().optional(),
    result_design_point: z.number().optional(),
    result_check_point: z.number().optional(),
    adjust_reason: z.string().nullable().optional(),
  });

export const directCalls = {
  sum: defineCall('GET /directs/points', ALL_ROLES, 'Sums over the directs that the filters of the list leave.', {
    list: directs,
    answer: directSums,
  }),
  due: defineCall(
    'GET /directs/due',
    ALL_ROLES,
    'The jobs without a return date, each in the first part that fits: returned (has a day of a returned correction), no_date (no wished day), late (wished before today), today, week (the seven days after), later. Office days are Monday to Friday without the holidays.',
    { params: DUE_PARAMS, answer: dueJobs },
  ),
  adjust: defineCall(
    'POST /directs_techousei/add-multiple',
    STAFF,
    'Sets the points of several jobs by hand; those that may not be written are named with the reason.',
    {
      body: () => z.object({ directs: adjustment().array().min(1), reason: z.string().optional() }),
      answer: () =>
        z.object({
          data: rowAnswer(directs.fields).array(),
          refused: z.object({ id: z.number(), code: z.string(), message: z.string() }).array(),
        }),
    },
  ),
};
