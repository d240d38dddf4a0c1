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
  read: defineCall({
    method: 'GET',
    path: '/crawl_settings',
    grant: ADMIN,
    answer: crawlSettingsAnswer,
    summary: 'How the source is read; the token is never told.',
  }),
  save: defineCall({
    method: 'PUT',
    path: '/crawl_settings',
    grant: ADMIN,
    body: settingsBody,
    labels: CRAWL_SETTING_LABELS,
    answer: crawlSettingsAnswer,
    summary: 'Changes how the source is read: from the next crawl on. A stale `version` is a 409.',
  }),
  readSample: defineCall({
    method: 'GET',
    path: '/crawl_settings/sample',
    grant: ADMIN,
    changes: true,
    answer: crawlSampleAnswer,
    summary: 'One job as the source has it now, each field with the column that it fills and what it becomes.',
  }),
  listWorkflows: defineCall({
    method: 'GET',
    path: '/crawl_settings/workflows',
    grant: ADMIN,
    changes: true,
    answer: sourceWorkflows,
    summary: 'The workflows that the token may read, by id and name, with the fields of their forms.',
  }),
  test: defineCall({
    method: 'POST',
    path: '/crawl_settings/test',
    grant: ADMIN,
    body: settingsBody,
    labels: CRAWL_SETTING_LABELS,
    answer: crawlTestAnswer,
    summary:
      'Asks the source by settings that need not be saved, and shows one job as they would read it. Tries both ways of sending the token and keeps the one that works.',
  }),
  listUnmatched: defineCall({
    method: 'GET',
    path: '/crawl_unmatched',
    grant: ADMIN,
    answer: () => z.object({ data: z.array(unmatchedName()) }),
    summary: 'Names of people and customers in the jobs of the source that no record goes by, with the number of jobs.',
  }),
  listAliases: defineCall({
    method: 'GET',
    path: '/crawl_aliases',
    grant: ADMIN,
    answer: () => z.object({ data: z.array(crawlAlias()) }),
    summary: 'Names of the source that stand for a person or a customer who is called otherwise here.',
  }),
  assign: defineCall({
    method: 'POST',
    path: '/crawl_aliases',
    grant: ADMIN,
    body: {
      kind: option({ vi: 'Loại', en: 'Kind' }, ALIAS_KINDS, { required: true }),
      text: text({ vi: 'Tên ở nguồn', en: 'Name at the source' }, { required: true }),
      target_id: integer({ vi: 'Người hoặc khách hàng', en: 'Person or customer' }, { required: true, min: 1 }),
    },
    answer: () => z.object({ data: crawlAlias() }),
    status: 201,
    summary: 'Says whom a name of the source means; the jobs that wait for it are filled, those of locked months once they are unlocked.',
  }),
  removeAlias: defineCall({
    method: 'DELETE',
    path: '/crawl_aliases/:id',
    grant: ADMIN,
    answer: () => z.object({ message: z.string(), ids: z.array(z.number()) }),
    summary: 'Forgets whom a name means; the jobs that were filled stay as they are.',
  }),
};
