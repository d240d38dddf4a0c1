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
  sum: defineCall({
    method: 'GET',
    path: '/directs/points',
    grant: ALL_ROLES,
    list: directs,
    answer: directSums,
    summary: 'Sums over the directs that the filters of the list leave.',
  }),
  due: defineCall({
    method: 'GET',
    path: '/directs/due',
    grant: ALL_ROLES,
    params: DUE_PARAMS,
    answer: dueJobs,
    summary:
      'The jobs without a return date, each in the first part that fits: returned (has a day of a returned correction), no_date (no wished day), late (wished before today), today, week (the seven days after), later. Office days are Monday to Friday without the holidays.',
  }),
  adjust: defineCall({
    method: 'POST',
    path: '/directs_techousei/add-multiple',
    grant: STAFF,
    body: () => z.object({ directs: adjustment().array().min(1), reason: z.string().optional() }),
    answer: () =>
      z.object({
        data: rowAnswer(directs.fields).array(),
        refused: z.object({ id: z.number(), code: z.string(), message: z.string() }).array(),
      }),
    summary: 'Sets the points of several jobs by hand; those that may not be written are named with the reason.',
  }),
};
