import { ADMIN } from '../../roles.ts';
import { firstSteps, takenRules } from '../answers/first-steps.ts';
import { SKIP_STEP_FIELDS } from '../first-steps.ts';
import { defineCall } from './define-call.ts';

/** What a new company does until its first calculated month. */
export const firstStepCalls = {
  read: defineCall({
    method: 'GET',
    path: '/first_steps',
    grant: ADMIN,
    answer: firstSteps,
    summary: 'The first steps of a new company: what is there, what is missing, which are done by that.',
  }),
  skip: defineCall({
    method: 'PUT',
    path: '/first_steps',
    grant: ADMIN,
    body: SKIP_STEP_FIELDS,
    answer: firstSteps,
    summary: 'Skips a step, or takes it up again.',
  }),
  takeRules: defineCall({
    method: 'POST',
    path: '/first_steps/rules',
    grant: ADMIN,
    status: 201,
    answer: takenRules,
    summary: 'Makes the ready-made formulas, base points and scale tables of codes that have none.',
  }),
};
