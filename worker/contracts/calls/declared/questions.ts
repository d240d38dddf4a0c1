import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { question, questionRow } from '../answers/questions.ts';
import { ANSWER_FIELDS, QUESTION_FIELDS, QUESTION_PARAMS, REMARK_FIELDS } from '../questions.ts';
import { defineCall } from './define-call.ts';

/** Questions about one's own figures, and the office's answers. */
export const questionCalls = {
  list: defineCall({
    method: 'GET',
    path: '/questions',
    grant: EVERYONE,
    params: QUESTION_PARAMS,
    answer: () => envelope(questionRow()),
    summary: 'One’s own questions; staff also those of their department. Open ones first.',
  }),
  export: defineCall({
    method: 'GET',
    path: '/questions/export',
    grant: STAFF,
    params: QUESTION_PARAMS,
    answer: 'workbook',
    summary: 'The questions as a workbook, with age and outcome.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/questions/:id',
    grant: EVERYONE,
    answer: () => z.object({ data: question() }),
    summary: 'A question with its thread and corrections.',
  }),
  ask: defineCall({
    method: 'POST',
    path: '/questions',
    grant: EVERYONE,
    body: QUESTION_FIELDS,
    status: 201,
    answer: () => z.object({ data: question() }),
    summary: 'Asks about one’s own figures of a month.',
  }),
  answer: defineCall({
    method: 'POST',
    path: '/questions/:id/answers',
    grant: STAFF,
    body: ANSWER_FIELDS,
    status: 201,
    answer: () => z.object({ data: question() }),
    summary: 'Answers a question; the asker is told.',
  }),
  close: defineCall({
    method: 'POST',
    path: '/questions/:id/close',
    grant: EVERYONE,
    body: REMARK_FIELDS,
    optionalBody: true,
    answer: () => z.object({ data: question() }),
    summary: 'Closes a question: by the asker or who may answer.',
  }),
  reopen: defineCall({
    method: 'POST',
    path: '/questions/:id/reopen',
    grant: EVERYONE,
    body: REMARK_FIELDS,
    optionalBody: true,
    answer: () => z.object({ data: question() }),
    summary: 'Opens a question again: by the asker or who may answer.',
  }),
};
