import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { question, questionRow } from '../answers/questions.ts';
import { ANSWER_FIELDS, QUESTION_FIELDS, QUESTION_PARAMS, REMARK_FIELDS } from '../questions.ts';
import { defineCall } from './define-call.ts';

/** Questions about one's own figures, and the office's answers. */
export const questionCalls = {
  list: defineCall('GET /questions', EVERYONE, 'One’s own questions; staff also those of their department. Open ones first.', {
    params: QUESTION_PARAMS,
    answer: () => envelope(questionRow()),
  }),
  export: defineCall('GET /questions/export', STAFF, 'The questions as a workbook, with age and outcome.', {
    params: QUESTION_PARAMS,
    answer: 'workbook',
  }),
  read: defineCall('GET /questions/:id', EVERYONE, 'A question with its thread and corrections.', {
    answer: () => z.object({ data: question() }),
  }),
  ask: defineCall('POST /questions', EVERYONE, 'Asks about one’s own figures of a month.', {
    body: QUESTION_FIELDS,
    status: 201,
    answer: () => z.object({ data: question() }),
  }),
  answer: defineCall('POST /questions/:id/answers', STAFF, 'Answers a question; the asker is told.', {
    body: ANSWER_FIELDS,
    status: 201,
    answer: () => z.object({ data: question() }),
  }),
  close: defineCall('POST /questions/:id/close', EVERYONE, 'Closes a question: by the asker or who may answer.', {
    body: REMARK_FIELDS,
    optionalBody: true,
    answer: () => z.object({ data: question() }),
  }),
  reopen: defineCall('POST /questions/:id/reopen', EVERYONE, 'Opens a question again: by the asker or who may answer.', {
    body: REMARK_FIELDS,
    optionalBody: true,
    answer: () => z.object({ data: question() }),
  }),
};
