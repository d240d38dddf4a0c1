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
  listChanges: defineCall(
    'GET /rule_scenarios/:id/changes',
    ADMIN,
    'The rows in which a scenario differs from the live rules, and which of those were changed live since.',
    { answer: () => z.object({ data: scenarioChange().array() }) },
  ),
  revert: defineCall('POST /rule_scenarios/:id/revert', ADMIN, 'Takes a row of a scenario back to the live one.', {
    body: REVERT_BODY,
    answer: () => z.object({ data: scenarioChange().array() }),
  }),
  start: defineCall(
    'POST /rule_scenarios/:id/runs',
    ADMIN,
    'Tries a scenario on months, locked ones too; while a run of it is active, answers that one.',
    { body: SCENARIO_RUN_BODY, answer: scenarioRun, status: 201 },
  ),
  listRuns: defineCall('GET /rule_scenarios/:id/runs', ADMIN, 'The runs of a scenario, the newest first.', {
    params: pageFields(),
    answer: () => envelope(scenarioRun()),
  }),
  readRun: defineCall('GET /rule_scenarios/:id/runs/:run', ADMIN, 'A run with its progress and counts.', { answer: scenarioRun }),
  cancel: defineCall('POST /rule_scenarios/:id/runs/:run/cancel', ADMIN, 'Ends a run.', { answer: scenarioRun }),
  promote: defineCall(
    'POST /rule_scenarios/:id/promote',
    ADMIN,
    'Makes a scenario’s rules versions that count from a month on; 409 with what was changed live since, and then nothing is made.',
    { body: PROMOTE_BODY, answer: promoted },
  ),
  discard: defineCall('POST /rule_scenarios/:id/discard', ADMIN, 'Drops a draft; it stays to be read.', {
    answer: () => z.object({ id: z.number(), status: z.literal('discarded') }),
  }),
  fill: defineCall(
    'POST /rule_scenarios/:id/standards',
    ADMIN,
    'Gives a scenario the standard that would bring a customer and category to the office’s minutes per point; the points of the months before and after.',
    { body: FILL_BODY, answer: filledScenario },
  ),
  compareReality: defineCall(
    'GET /rules/reality',
    ADMIN,
    'Actual minutes per customer and category against the office’s, the farthest first; of at least 8 jobs of two people.',
    { params: REALITY_PARAMS, answer: () => z.object({ data: realityRow().array() }) },
  ),
};

const listOf = <K extends ScenarioResultKind>(kind: K) =>
  defineCall(`GET /rule_scenarios/:id/runs/:run/${kind}`, ADMIN, `Points before and after by ${kind}, the largest difference first.`, {
    params: SCENARIO_RESULT_PARAMS,
    answer: scenarioResults[kind],
  });
const exportOf = (kind: ScenarioResultKind) =>
  defineCall(`GET /rule_scenarios/:id/runs/:run/${kind}/export`, ADMIN, 'The same as a file.', {
    params: SCENARIO_RESULT_PARAMS,
    answer: 'feed',
  });

/** What came of a run, by the kind of its rows. */
export const SCENARIO_RESULT_CALLS = {
  people: { list: listOf('people'), export: exportOf('people') },
  departments: { list: listOf('departments'), export: exportOf('departments') },
  customers: { list: listOf('customers'), export: exportOf('customers') },
  directs: { list: listOf('directs'), export: exportOf('directs') },
};
