import * as z from 'zod';
import '../../field-schemas.ts';
import { integer, option, text } from '../../fields.ts';
import { ADMIN } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import { isStorable } from '../../value-forms.ts';
import {
  crawlAlias,
  crawlSampleAnswer,
  crawlSettingsAnswer,
  crawlTestAnswer,
  sourceWorkflows,
  unmatchedName,
} from '../answers/crawl-settings.ts';
import { ALIAS_KINDS, CRAWL_SETTING_LABELS } from '../crawl-settings.ts';
import { defineCall } from './define-call.ts';

const invalid = { error: ruleToken('invalid') };
const textUpTo = (max: number) =>
  z
    .string(invalid)
    .max(max, { error: ruleToken('max_length', { max }) })
    .refine(isStorable, { error: ruleToken('characters') });
const workflowId = () => z.union([textUpTo(60), z.number().int()], invalid);

/** Settings of the source: what is not sent stays, null goes back to the environment's. */
const settingsBody = () =>
  z.object(
    {
      url: textUpTo(300).nullish(),
      /** A list, or a text with commas. */
      workflow_ids: z.union([textUpTo(2000), z.array(workflowId()).max(50)], invalid).nullish(),
      field_map: z.record(textUpTo(200), textUpTo(100), invalid).nullish(),
      numbers: z.enum(['dot', 'comma'], { error: ruleToken('option', { options: 'dot, comma' }) }).nullish(),
      version: z.number(invalid).int(invalid).nullish(),
    },
    invalid,
  );
export type CrawlSettingsBody = z.infer<ReturnType<typeof settingsBody>>;

/** Settings of the source, and names in its jobs that no record goes by. */
export const crawlSettingCalls = {
  read: defineCall('GET /crawl_settings', ADMIN, 'How the source is read; the token is never told.', { answer: crawlSettingsAnswer }),
  save: defineCall('PUT /crawl_settings', ADMIN, 'Changes how the source is read: from the next crawl on. A stale `version` is a 409.', {
    body: settingsBody,
    labels: CRAWL_SETTING_LABELS,
    answer: crawlSettingsAnswer,
  }),
  readSample: defineCall(
    'GET /crawl_settings/sample',
    ADMIN,
    'One job as the source has it now, each field with the column that it fills and what it becomes.',
    { changes: true, answer: crawlSampleAnswer },
  ),
  listWorkflows: defineCall(
    'GET /crawl_settings/workflows',
    ADMIN,
    'The workflows that the token may read, by id and name, with the fields of their forms.',
    { changes: true, answer: sourceWorkflows },
  ),
  test: defineCall(
    'POST /crawl_settings/test',
    ADMIN,
    'Asks the source by settings that need not be saved, and shows one job as they would read it. Tries both ways of sending the token and keeps the one that works.',
    { body: settingsBody, labels: CRAWL_SETTING_LABELS, answer: crawlTestAnswer },
  ),
  listUnmatched: defineCall(
    'GET /crawl_unmatched',
    ADMIN,
    'Names of people and customers in the jobs of the source that no record goes by, with the number of jobs.',
    { answer: () => z.object({ data: z.array(unmatchedName()) }) },
  ),
  listAliases: defineCall(
    'GET /crawl_aliases',
    ADMIN,
    'Names of the source that stand for a person or a customer who is called otherwise here.',
    { answer: () => z.object({ data: z.array(crawlAlias()) }) },
  ),
  assign: defineCall(
    'POST /crawl_aliases',
    ADMIN,
    'Says whom a name of the source means; the jobs that wait for it are filled, those of locked months once they are unlocked.',
    {
      body: {
        kind: option({ vi: 'Loại', en: 'Kind' }, ALIAS_KINDS, { required: true }),
        text: text({ vi: 'Tên ở nguồn', en: 'Name at the source' }, { required: true }),
        target_id: integer({ vi: 'Người hoặc khách hàng', en: 'Person or customer' }, { required: true, min: 1 }),
      },
      answer: () => z.object({ data: crawlAlias() }),
      status: 201,
    },
  ),
  removeAlias: defineCall('DELETE /crawl_aliases/:id', ADMIN, 'Forgets whom a name means; the jobs that were filled stay as they are.', {
    answer: () => z.object({ message: z.string(), ids: z.array(z.number()) }),
  }),
};
