import type { rules as vi } from './vi.ts';

export const rules: typeof vi = {
  case_passed: 'Right',
  case_failed: 'Differs',
  case_to: 'gives {design} / {check}',
  case_values: "The job's figures",
  case_texts: 'Texts',
  case_now: 'By the rules as they are',
  add_case: 'Add as an example',
  add_case_title: 'Add the job as a worked example',
  add_case_help:
    'An example keeps the figures of the job and the points it must come to. Whoever changes a rule so that it comes to others is asked before saving.',
  cases_empty: 'Open the explanation of a job and choose «Add as an example».',
};
