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
  list: defineCall('GET /statements', STAFF, 'How everybody whom the reader may see stands to their statement.', {
    params: STATEMENTS_PARAMS,
    answer: statementOverviews,
  }),
  read: defineCall('GET /statements/:user', EVERYONE, 'One person’s month.', { params: STATEMENT_PARAMS, answer: statement }),
  listLines: defineCall('GET /statements/:user/lines', EVERYONE, 'The records that a kind of the statement adds up.', {
    params: STATEMENT_LINE_PARAMS,
    answer: () => envelope(statementLine()),
  }),
  export: defineCall('GET /statements/:user/export', EVERYONE, 'The statement as a workbook.', {
    params: STATEMENT_PARAMS,
    answer: 'workbook',
  }),
  compare: defineCall(
    'GET /statements/:user/compare',
    EVERYONE,
    'The difference to another month (`with`, as yyyy-MM) taken apart in steps that add up to it.',
    { params: COMPARE_PARAMS, answer: statementComparison },
  ),
  confirm: defineCall('POST /statements/me/confirm', EVERYONE, 'Agrees to one’s own statement as it was read.', {
    body: CONFIRM_FIELDS,
    status: 201,
    answer: confirmation,
  }),
  readReview: defineCall('GET /month_reviews', EVERYONE, 'Until when a month is open for review, or null.', {
    params: yearMonthFields,
    answer: () => z.object({ data: monthReview().nullable() }),
  }),
  openReview: defineCall('POST /month_reviews', STAFF, 'Opens a month for review until a day.', {
    body: REVIEW_FIELDS,
    status: 201,
    answer: monthReview,
  }),
};
