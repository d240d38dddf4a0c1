import type { steps as vi } from './vi.ts';

export const steps: typeof vi = {
  intro:
    'Eight steps from an empty site to the first month with points. Each is ticked by what is there; one that can wait is skipped and taken up later.',
  progress: '{done} of {total} steps done',
  all_done: 'Every step is done or skipped. This page stays here.',
  lists_of: 'Lists of the step {step}',
  template_word: 'Template',
  template: 'Template: {name}',
  skip: 'Skip this step',
  resume: 'Take this step up again',
  take_rules: 'Take over the ready-made formulas',
  take_title: 'Take over the ready-made formulas?',
  take_text:
    'Adds formulas, base points and scale tables for the codes S1, I1, P1, K1, N1, E1 and M0. Codes that have formulas stay as they are. Each row can be edited afterwards, or all of it undone on the page of operations.',
  taken: 'Added {results} {results|formula|formulas}, {bases} {bases|row|rows} of base points, {tsubos} {tsubos|row|rows} of scale factors',
  open_source: 'Look at the connection',
  open_calculation: 'Open the calculation',
};
