import { ADMIN } from '../../roles.ts';
import { firstSteps, takenRules } from '../answers/first-steps.ts';
import { SKIP_STEP_FIELDS } from '../first-steps.ts';
import { defineCall } from './define-call.ts';

/** What a new company does until its first calculated month. */
export const firstStepCalls = {
  read: defineCall('GET /first_steps', ADMIN, 'The first steps of a new company: what is there, what is missing, which are done by that.', {
    answer: firstSteps,
  }),
  skip: defineCall('PUT /first_steps', ADMIN, 'Skips a step, or takes it up again.', { body: SKIP_STEP_FIELDS, answer: firstSteps }),
  takeRules: defineCall(
    'POST /first_steps/rules',
    ADMIN,
    'Makes the ready-made formulas, base points and scale tables of codes that have none.',
    { status: 201, answer: takenRules },
  ),
};
