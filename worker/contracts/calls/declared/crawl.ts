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
  start: defineCall('GET /get-base-vn-data', STAFF, 'Starts a crawl unless one is running, and answers its state.', {
    changes: true,
    answer: () => z.union([crawlRun(), noCrawl()]),
  }),
  sync: defineCall('POST /sync-base-data', STAFF, 'Reads everything anew: today at once, on a later day with the crawl of that day.', {
    body: syncFields,
    answer: syncAnswer,
  }),
  readSync: defineCall('GET /sync-base-data', STAFF, 'The day for which that is asked.', { answer: syncAnswer }),
  cancelSync: defineCall(
    'DELETE /sync-base-data',
    ADMIN,
    'Gives up reading everything anew: the day that is planned, or the crawl that broke off.',
    { answer: syncAnswer },
  ),
  readLast: defineCall('GET /last_time_exec', ALL_ROLES, 'The last finished crawl on or before a day.', {
    params: { date: date({ vi: 'Ngày', en: 'Date' }) },
    answer: lastCrawl,
  }),
  list: defineCall('GET /crawls', STAFF, 'The crawls, newest first.', { list: crawlRuns, answer: () => envelope(crawlRun()) }),
  read: defineCall('GET /crawls/:id', STAFF, 'One crawl with its progress.', { answer: crawlRun }),
  listSkipped: defineCall('GET /crawls/:id/skipped', STAFF, 'What the crawl left out or could not place, each with the reason.', {
    list: crawlFindings,
    answer: () => envelope(rowAnswer(crawlFindings.fields)),
  }),
  listFields: defineCall(
    'GET /crawls/:id/fields',
    STAFF,
    'What the jobs of a crawl had in each field of their forms, and fields that nothing knows, with a sample.',
    { answer: () => z.object({ jobs: z.number(), data: crawlField().array() }) },
  ),
  cancel: defineCall('POST /crawls/:id/cancel', STAFF, 'Stops a crawl; what is written stays.', { answer: crawlRun }),
  push: defineCall(
    'POST /crawl_push/:secret',
    'public',
    'The source says that a job changed: what changed is read there, within 10 s of the reading before. What is sent is not looked at.',
    { answer: messageAnswer },
  ),
  listWaiting: defineCall(
    'GET /crawl_waiting',
    STAFF,
    'Jobs of the source that wait for their month to be unlocked or their row to be unchecked, or that were taken out here: by whom, and when.',
    { list: crawlWaiting, answer: () => envelope(rowAnswer(crawlWaiting.fields)) },
  ),
  release: defineCall(
    'POST /crawl_waiting/release',
    STAFF,
    'Brings jobs back that were taken out here, as they were and as the source has changed them since; at most 1,000 at once.',
    {
      body: () =>
        z.object({ ids: z.array(z.number(invalid).int(invalid), invalid).min(1, invalid).max(MAX_ROWS_AT_ONCE, invalid) }, invalid),
      labels: { ids: BULK_LABELS.ids },
      answer: broughtBack,
    },
  ),
};
