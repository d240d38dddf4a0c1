import * as z from 'zod';
import { noCrawl } from '../answers/crawl.ts';
import { envelope } from '../answers/envelope.ts';
import '../../field-schemas.ts';
import { STAFF } from '../../roles.ts';
import { crawlDifference, crawlReconciliation, crawlReconciliationList } from '../answers/crawl-reconciliations.ts';
import { DIFFERENCES_PARAMS } from '../crawl-reconciliations.ts';
import { yearMonthFields } from '../month-lock.ts';
import { defineCall } from './define-call.ts';

/** Comparing a month with the source before it is closed. */
export const crawlReconciliationCalls = {
  start: defineCall({
    method: 'POST',
    path: '/crawl_reconciliations',
    grant: STAFF,
    body: yearMonthFields,
    status: 201,
    answer: () => z.union([crawlReconciliation(), noCrawl()]),
    summary: 'Compares the jobs of a month at the source with the directs here; while one is at work, answers that one.',
  }),
  list: defineCall({
    method: 'GET',
    path: '/crawl_reconciliations',
    grant: STAFF,
    params: yearMonthFields,
    answer: crawlReconciliationList,
    summary: 'The comparisons of a month, the newest first.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/crawl_reconciliations/:id',
    grant: STAFF,
    answer: crawlReconciliation,
    summary: 'One comparison with its progress and counts.',
  }),
  listDifferences: defineCall({
    method: 'GET',
    path: '/crawl_reconciliations/:id/differences',
    grant: STAFF,
    params: DIFFERENCES_PARAMS,
    answer: () => envelope(crawlDifference()),
    summary: 'What a comparison found: jobs only there, only here, and values that differ, both of them.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/crawl_reconciliations/:id/cancel',
    grant: STAFF,
    answer: crawlReconciliation,
    summary: 'Ends a comparison.',
  }),
};
