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
  start: defineCall(
    'POST /crawl_reconciliations',
    STAFF,
    'Compares the jobs of a month at the source with the directs here; while one is at work, answers that one.',
    { body: yearMonthFields, status: 201, answer: () => z.union([crawlReconciliation(), noCrawl()]) },
  ),
  list: defineCall('GET /crawl_reconciliations', STAFF, 'The comparisons of a month, the newest first.', {
    params: yearMonthFields,
    answer: crawlReconciliationList,
  }),
  read: defineCall('GET /crawl_reconciliations/:id', STAFF, 'One comparison with its progress and counts.', {
    answer: crawlReconciliation,
  }),
  listDifferences: defineCall(
    'GET /crawl_reconciliations/:id/differences',
    STAFF,
    'What a comparison found: jobs only there, only here, and values that differ, both of them.',
    { params: DIFFERENCES_PARAMS, answer: () => envelope(crawlDifference()) },
  ),
  cancel: defineCall('POST /crawl_reconciliations/:id/cancel', STAFF, 'Ends a comparison.', { answer: crawlReconciliation }),
};
