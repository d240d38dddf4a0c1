import * as z from 'zod';
import { idSchema } from '../../field-schemas.ts';
import { pageFields } from '../../paging.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import type { Text } from '../../text.ts';
import {
  adjustedCount,
  calculationCause,
  calculationChangeRow,
  calculationChangeSums,
  calculationIssueRow,
  calculationRun,
} from '../answers/calculation.ts';
import { issueCode } from '../answers/calculation-issues.ts';
import { envelope, WARNINGS } from '../answers/envelope.ts';
import { pointsPreview, publishedTrace } from '../answers/explanation.ts';
import { totalsExpressions } from '../answers/totals-expressions.ts';
import { tryFormulaAnswer } from '../answers/try-formula.ts';
import { CALCULATION_LABELS, calculationRequest, ISSUE_PARAMS, RUN_PARAMS } from '../calculation.ts';
import { yearMonthFields } from '../month-lock.ts';
import { EXPRESSION_LABELS, EXPRESSION_PARAMS, EXPRESSION_VERSION_PARAMS, totalsExpressionsRequest } from '../totals-expressions.ts';
import { TRY_FORMULA_LABELS, tryFormulaRequest } from '../try-formula.ts';
import { defineCall } from './define-call.ts';

const start = { body: calculationRequest, labels: CALCULATION_LABELS, answer: calculationRun } as const;

const PREVIEW_POINTS_LABELS = {
  id: { vi: 'Công việc', en: 'Job' },
  values: { vi: 'Giá trị', en: 'Values' },
} satisfies Record<string, Text>;

/** Body of a look at points before saving: the values typed into the form of a job, over those of the job where one is named. */
const previewPointsRequest = () =>
  z.object(
    {
      id: idSchema.nullish().transform((id) => id ?? undefined),
      values: z.record(z.string(), z.unknown(), { error: ruleToken('invalid') }),
    },
    { error: ruleToken('invalid') },
  );

/** The monthly calculation, and the formulas of the totals. */
export const calculationCalls = {
  start: defineCall('POST /calculate-new', STAFF, 'Calculates a month; while it is being calculated, answers that run (200).', start),
  startRun: defineCall('POST /calculations', STAFF, 'The same as `POST calculate-new`.', start),
  list: defineCall('GET /calculations', STAFF, 'The calculations of a month or of all, newest first.', {
    params: RUN_PARAMS,
    answer: () => envelope(calculationRun()),
  }),
  countAdjusted: defineCall(
    'GET /calculations/adjusted',
    STAFF,
    'The jobs of the month with points set by hand, which `include_adjusted` would calculate anew.',
    { params: yearMonthFields, answer: adjustedCount },
  ),
  read: defineCall('GET /calculations/:id', STAFF, 'How far a calculation is.', { answer: calculationRun }),
  listIssues: defineCall('GET /calculations/:id/issues', STAFF, 'The jobs that it left without points, each with the reason.', {
    params: ISSUE_PARAMS,
    answer: () => envelope(calculationIssueRow()).extend({ by_code: z.partialRecord(issueCode(), z.number()) }),
  }),
  listCauses: defineCall('GET /calculations/:id/causes', STAFF, 'Those jobs, grouped by what is to be mended.', {
    answer: () => z.object({ data: calculationCause().array() }),
  }),
  listChanges: defineCall('GET /calculations/:id/changes', STAFF, 'Old and new points of each job that it changes.', {
    params: pageFields(),
    answer: () => envelope(calculationChangeRow()).extend({ sum: calculationChangeSums() }),
  }),
  cancel: defineCall('POST /calculations/:id/cancel', STAFF, 'Stops a calculation that has written nothing yet.', {
    answer: calculationRun,
  }),
  publish: defineCall('POST /calculations/:id/publish', STAFF, 'Writes the points of a preview.', { answer: calculationRun }),
  explain: defineCall('GET /directs/:id/calculation', ALL_ROLES, 'How the points of a job were calculated, step by step.', {
    answer: publishedTrace,
  }),
  previewPoints: defineCall(
    'POST /directs/preview-points',
    STAFF,
    'The points that a job would come to with the given values; nothing is saved.',
    { body: previewPointsRequest, labels: PREVIEW_POINTS_LABELS, answer: pointsPreview },
  ),
  readExpressions: defineCall(
    'GET /totals-expressions',
    STAFF,
    'The two expressions of the totals: those that always count, or with `as_of` those of a month or `all` versions.',
    {
      params: EXPRESSION_PARAMS,
      inScenario: true,
      answer: () => z.union([totalsExpressions(), z.object({ data: totalsExpressions().array() })]),
    },
  ),
  saveExpressions: defineCall(
    'PUT /totals-expressions',
    ADMIN,
    'Changes the expressions of the totals; with `valid_from` the version that counts from that month on, which is made where there is none.',
    { body: totalsExpressionsRequest, labels: EXPRESSION_LABELS, inScenario: true, answer: () => totalsExpressions().extend(WARNINGS()) },
  ),
  deleteExpressions: defineCall(
    'DELETE /totals-expressions',
    ADMIN,
    'Deletes the version of a month; answers the one before, which counts again.',
    { params: EXPRESSION_VERSION_PARAMS, answer: () => totalsExpressions().extend(WARNINGS()) },
  ),
  tryFormula: defineCall('POST /formulas/try', STAFF, 'Runs a formula with given values, over those of a job where one is named.', {
    maxBodyKb: 64,
    body: tryFormulaRequest,
    labels: TRY_FORMULA_LABELS,
    answer: tryFormulaAnswer,
  }),
};
