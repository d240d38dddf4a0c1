import * as z from 'zod';
import '../../field-schemas.ts';
import { pageFields } from '../../paging.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../../roles.ts';
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
import { PREVIEW_POINTS_LABELS, previewPointsRequest } from '../preview-points.ts';
import { EXPRESSION_LABELS, EXPRESSION_PARAMS, EXPRESSION_VERSION_PARAMS, totalsExpressionsRequest } from '../totals-expressions.ts';
import { TRY_FORMULA_LABELS, tryFormulaRequest } from '../try-formula.ts';
import { defineCall } from './define-call.ts';

const start = { method: 'POST', grant: STAFF, body: calculationRequest, labels: CALCULATION_LABELS } as const;

/** The monthly calculation, and the formulas of the totals. */
export const calculationCalls = {
  start: defineCall({
    ...start,
    path: '/calculate-new',
    answer: calculationRun,
    summary: 'Calculates a month; while it is being calculated, answers that run (200).',
  }),
  startRun: defineCall({ ...start, path: '/calculations', answer: calculationRun, summary: 'The same as `POST calculate-new`.' }),
  list: defineCall({
    method: 'GET',
    path: '/calculations',
    grant: STAFF,
    params: RUN_PARAMS,
    answer: () => envelope(calculationRun()),
    summary: 'The calculations of a month or of all, newest first.',
  }),
  countAdjusted: defineCall({
    method: 'GET',
    path: '/calculations/adjusted',
    grant: STAFF,
    params: yearMonthFields,
    answer: adjustedCount,
    summary: 'The jobs of the month with points set by hand, which `include_adjusted` would calculate anew.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/calculations/:id',
    grant: STAFF,
    answer: calculationRun,
    summary: 'How far a calculation is.',
  }),
  listIssues: defineCall({
    method: 'GET',
    path: '/calculations/:id/issues',
    grant: STAFF,
    params: ISSUE_PARAMS,
    answer: () => envelope(calculationIssueRow()).extend({ by_code: z.partialRecord(issueCode(), z.number()) }),
    summary: 'The jobs that it left without points, each with the reason.',
  }),
  listCauses: defineCall({
    method: 'GET',
    path: '/calculations/:id/causes',
    grant: STAFF,
    answer: () => z.object({ data: calculationCause().array() }),
    summary: 'Those jobs, grouped by what is to be mended.',
  }),
  listChanges: defineCall({
    method: 'GET',
    path: '/calculations/:id/changes',
    grant: STAFF,
    params: pageFields(),
    answer: () => envelope(calculationChangeRow()).extend({ sum: calculationChangeSums() }),
    summary: 'Old and new points of each job that it changes.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/calculations/:id/cancel',
    grant: STAFF,
    answer: calculationRun,
    summary: 'Stops a calculation that has written nothing yet.',
  }),
  publish: defineCall({
    method: 'POST',
    path: '/calculations/:id/publish',
    grant: STAFF,
    answer: calculationRun,
    summary: 'Writes the points of a preview.',
  }),
  explain: defineCall({
    method: 'GET',
    path: '/directs/:id/calculation',
    grant: ALL_ROLES,
    answer: publishedTrace,
    summary: 'How the points of a job were calculated, step by step.',
  }),
  previewPoints: defineCall({
    method: 'POST',
    path: '/directs/preview-points',
    grant: STAFF,
    body: previewPointsRequest,
    labels: PREVIEW_POINTS_LABELS,
    answer: pointsPreview,
    summary: 'The points that a job would come to with the given values; nothing is saved.',
  }),
  readExpressions: defineCall({
    method: 'GET',
    path: '/totals-expressions',
    grant: STAFF,
    params: EXPRESSION_PARAMS,
    inScenario: true,
    answer: () => z.union([totalsExpressions(), z.object({ data: totalsExpressions().array() })]),
    summary: 'The two expressions of the totals: those that always count, or with `as_of` those of a month or `all` versions.',
  }),
  saveExpressions: defineCall({
    method: 'PUT',
    path: '/totals-expressions',
    grant: ADMIN,
    body: totalsExpressionsRequest,
    labels: EXPRESSION_LABELS,
    inScenario: true,
    answer: () => totalsExpressions().extend(WARNINGS()),
    summary:
      'Changes the expressions of the totals; with `valid_from` the version that counts from that month on, which is made where there is none.',
  }),
  deleteExpressions: defineCall({
    method: 'DELETE',
    path: '/totals-expressions',
    grant: ADMIN,
    params: EXPRESSION_VERSION_PARAMS,
    answer: () => totalsExpressions().extend(WARNINGS()),
    summary: 'Deletes the version of a month; answers the one before, which counts again.',
  }),
  tryFormula: defineCall({
    method: 'POST',
    path: '/formulas/try',
    grant: STAFF,
    maxBodyKb: 64,
    body: tryFormulaRequest,
    labels: TRY_FORMULA_LABELS,
    answer: tryFormulaAnswer,
    summary: 'Runs a formula with given values, over those of a job where one is named.',
  }),
};
