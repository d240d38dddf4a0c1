import * as z from 'zod';
import '../../field-schemas.ts';
import { pageFields } from '../../paging.ts';
import { ADMIN } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { filledScenario, promoted, realityRow, scenarioChange, scenarioResults, scenarioRun } from '../answers/rule-scenarios.ts';
import {
  FILL_BODY,
  PROMOTE_BODY,
  REALITY_PARAMS,
  REVERT_BODY,
  SCENARIO_RESULT_PARAMS,
  SCENARIO_RUN_BODY,
  type ScenarioResultKind,
} from '../rule-scenarios.ts';
import { defineCall } from './define-call.ts';

/** Rules that are tried before they count. */
export const scenarioCalls = {
  listChanges: defineCall({
    method: 'GET',
    path: '/rule_scenarios/:id/changes',
    grant: ADMIN,
    answer: () => z.object({ data: scenarioChange().array() }),
    summary: 'The rows in which a scenario differs from the live rules, and which of those were changed live since.',
  }),
  revert: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/revert',
    grant: ADMIN,
    body: REVERT_BODY,
    answer: () => z.object({ data: scenarioChange().array() }),
    summary: 'Takes a row of a scenario back to the live one.',
  }),
  start: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/runs',
    grant: ADMIN,
    body: SCENARIO_RUN_BODY,
    answer: scenarioRun,
    status: 201,
    summary: 'Tries a scenario on months, locked ones too; while a run of it is active, answers that one.',
  }),
  listRuns: defineCall({
    method: 'GET',
    path: '/rule_scenarios/:id/runs',
    grant: ADMIN,
    params: pageFields(),
    answer: () => envelope(scenarioRun()),
    summary: 'The runs of a scenario, the newest first.',
  }),
  readRun: defineCall({
    method: 'GET',
    path: '/rule_scenarios/:id/runs/:run',
    grant: ADMIN,
    answer: scenarioRun,
    summary: 'A run with its progress and counts.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/runs/:run/cancel',
    grant: ADMIN,
    answer: scenarioRun,
    summary: 'Ends a run.',
  }),
  promote: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/promote',
    grant: ADMIN,
    body: PROMOTE_BODY,
    answer: promoted,
    summary:
      'Makes a scenario’s rules versions that count from a month on; 409 with what was changed live since, and then nothing is made.',
  }),
  discard: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/discard',
    grant: ADMIN,
    answer: () => z.object({ id: z.number(), status: z.literal('discarded') }),
    summary: 'Drops a draft; it stays to be read.',
  }),
  fill: defineCall({
    method: 'POST',
    path: '/rule_scenarios/:id/standards',
    grant: ADMIN,
    body: FILL_BODY,
    answer: filledScenario,
    summary:
      'Gives a scenario the standard that would bring a customer and category to the office’s minutes per point; the points of the months before and after.',
  }),
  compareReality: defineCall({
    method: 'GET',
    path: '/rules/reality',
    grant: ADMIN,
    params: REALITY_PARAMS,
    answer: () => z.object({ data: realityRow().array() }),
    summary: 'Actual minutes per customer and category against the office’s, the farthest first; of at least 8 jobs of two people.',
  }),
};

const listOf = <K extends ScenarioResultKind>(kind: K) =>
  defineCall({
    method: 'GET',
    path: `/rule_scenarios/:id/runs/:run/${kind}`,
    grant: ADMIN,
    params: SCENARIO_RESULT_PARAMS,
    answer: scenarioResults[kind],
    summary: `Points before and after by ${kind}, the largest difference first.`,
  });
const exportOf = (kind: ScenarioResultKind) =>
  defineCall({
    method: 'GET',
    path: `/rule_scenarios/:id/runs/:run/${kind}/export`,
    grant: ADMIN,
    params: SCENARIO_RESULT_PARAMS,
    answer: 'feed',
    summary: 'The same as a file.',
  });

/** What came of a run, by the kind of its rows. */
export const SCENARIO_RESULT_CALLS = {
  people: { list: listOf('people'), export: exportOf('people') },
  departments: { list: listOf('departments'), export: exportOf('departments') },
  customers: { list: listOf('customers'), export: exportOf('customers') },
  directs: { list: listOf('directs'), export: exportOf('directs') },
};
