import * as z from 'zod';
import '../../field-schemas.ts';
import { date } from '../../fields.ts';
import { ADMIN, ALL_ROLES, STAFF } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import { broughtBack, crawlField, lastCrawl, noCrawl } from '../answers/crawl.ts';
import { envelope } from '../answers/envelope.ts';
import { messageAnswer } from '../answers/message.ts';
import { rowAnswer } from '../answers/row.ts';
import { crawlFindings, crawlRuns, crawlWaiting, syncFields } from '../crawl.ts';
import { BULK_LABELS, MAX_ROWS_AT_ONCE } from '../operations.ts';
import { defineCall } from './define-call.ts';

const invalid = { error: ruleToken('invalid') };
const crawlRun = () => rowAnswer(crawlRuns.fields);
const syncAnswer = () => z.object({ date: z.string().nullable(), run: z.union([crawlRun(), noCrawl()]).nullable() });

/** Starting crawls and seeing what they did. */
export const crawlCalls = {
  start: defineCall({
    method: 'GET',
    path: '/get-base-vn-data',
    grant: STAFF,
    changes: true,
    answer: () => z.union([crawlRun(), noCrawl()]),
    summary: 'Starts a crawl unless one is running, and answers its state.',
  }),
  sync: defineCall({
    method: 'POST',
    path: '/sync-base-data',
    grant: STAFF,
    body: syncFields,
    answer: syncAnswer,
    summary: 'Reads everything anew: today at once, on a later day with the crawl of that day.',
  }),
  readSync: defineCall({
    method: 'GET',
    path: '/sync-base-data',
    grant: STAFF,
    answer: syncAnswer,
    summary: 'The day for which that is asked.',
  }),
  cancelSync: defineCall({
    method: 'DELETE',
    path: '/sync-base-data',
    grant: ADMIN,
    answer: syncAnswer,
    summary: 'Gives up reading everything anew: the day that is planned, or the crawl that broke off.',
  }),
  readLast: defineCall({
    method: 'GET',
    path: '/last_time_exec',
    grant: ALL_ROLES,
    params: { date: date({ vi: 'Ngày', en: 'Date' }) },
    answer: lastCrawl,
    summary: 'The last finished crawl on or before a day.',
  }),
  list: defineCall({
    method: 'GET',
    path: '/crawls',
    grant: STAFF,
    list: crawlRuns,
    answer: () => envelope(crawlRun()),
    summary: 'The crawls, newest first.',
  }),
  read: defineCall({ method: 'GET', path: '/crawls/:id', grant: STAFF, answer: crawlRun, summary: 'One crawl with its progress.' }),
  listSkipped: defineCall({
    method: 'GET',
    path: '/crawls/:id/skipped',
    grant: STAFF,
    list: crawlFindings,
    answer: () => envelope(rowAnswer(crawlFindings.fields)),
    summary: 'What the crawl left out or could not place, each with the reason.',
  }),
  listFields: defineCall({
    method: 'GET',
    path: '/crawls/:id/fields',
    grant: STAFF,
    answer: () => z.object({ jobs: z.number(), data: crawlField().array() }),
    summary: 'What the jobs of a crawl had in each field of their forms, and fields that nothing knows, with a sample.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/crawls/:id/cancel',
    grant: STAFF,
    answer: crawlRun,
    summary: 'Stops a crawl; what is written stays.',
  }),
  push: defineCall({
    method: 'POST',
    path: '/crawl_push/:secret',
    grant: 'public',
    answer: messageAnswer,
    summary:
      'The source says that a job changed: what changed is read there, within 10 s of the reading before. What is sent is not looked at.',
  }),
  listWaiting: defineCall({
    method: 'GET',
    path: '/crawl_waiting',
    grant: STAFF,
    list: crawlWaiting,
    answer: () => envelope(rowAnswer(crawlWaiting.fields)),
    summary:
      'Jobs of the source that wait for their month to be unlocked or their row to be unchecked, or that were taken out here: by whom, and when.',
  }),
  release: defineCall({
    method: 'POST',
    path: '/crawl_waiting/release',
    grant: STAFF,
    body: () => z.object({ ids: z.array(z.number(invalid).int(invalid), invalid).min(1, invalid).max(MAX_ROWS_AT_ONCE, invalid) }, invalid),
    labels: { ids: BULK_LABELS.ids },
    answer: broughtBack,
    summary: 'Brings jobs back that were taken out here, as they were and as the source has changed them since; at most 1,000 at once.',
  }),
};
