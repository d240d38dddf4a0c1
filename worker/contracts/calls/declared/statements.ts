import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { statementComparison } from '../answers/statement-compare.ts';
import { confirmation, monthReview, statement, statementLine, statementOverviews } from '../answers/statements.ts';
import { yearMonthFields } from '../month-lock.ts';
import { COMPARE_PARAMS } from '../statement-compare.ts';
import { CONFIRM_FIELDS, REVIEW_FIELDS, STATEMENT_LINE_PARAMS, STATEMENT_PARAMS, STATEMENTS_PARAMS } from '../statements.ts';
import { defineCall } from './define-call.ts';

/** Each person's statement of a month, and the review that it is confirmed in. `:user` is `me` or a person's id. */
export const statementCalls = {
  list: defineCall({
    method: 'GET',
    path: '/statements',
    grant: STAFF,
    params: STATEMENTS_PARAMS,
    answer: statementOverviews,
    summary: 'How everybody whom the reader may see stands to their statement.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/statements/:user',
    grant: EVERYONE,
    params: STATEMENT_PARAMS,
    answer: statement,
    summary: 'One person’s month.',
  }),
  listLines: defineCall({
    method: 'GET',
    path: '/statements/:user/lines',
    grant: EVERYONE,
    params: STATEMENT_LINE_PARAMS,
    answer: () => envelope(statementLine()),
    summary: 'The records that a kind of the statement adds up.',
  }),
  export: defineCall({
    method: 'GET',
    path: '/statements/:user/export',
    grant: EVERYONE,
    params: STATEMENT_PARAMS,
    answer: 'workbook',
    summary: 'The statement as a workbook.',
  }),
  compare: defineCall({
    method: 'GET',
    path: '/statements/:user/compare',
    grant: EVERYONE,
    params: COMPARE_PARAMS,
    answer: statementComparison,
    summary: 'The difference to another month (`with`, as yyyy-MM) taken apart in steps that add up to it.',
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/statements/me/confirm',
    grant: EVERYONE,
    body: CONFIRM_FIELDS,
    status: 201,
    answer: confirmation,
    summary: 'Agrees to one’s own statement as it was read.',
  }),
  readReview: defineCall({
    method: 'GET',
    path: '/month_reviews',
    grant: EVERYONE,
    params: yearMonthFields,
    answer: () => z.object({ data: monthReview().nullable() }),
    summary: 'Until when a month is open for review, or null.',
  }),
  openReview: defineCall({
    method: 'POST',
    path: '/month_reviews',
    grant: STAFF,
    body: REVIEW_FIELDS,
    status: 201,
    answer: monthReview,
    summary: 'Opens a month for review until a day.',
  }),
};
