import { crawlFields } from '../../../worker/features/crawl/normalize/crawl-fields.ts';
import { createJobNormalizer, type NormalizedJob } from '../../../worker/features/crawl/normalize/normalize.ts';
import type { FieldMap, SkippedJob, SourceField, SourceJob } from '../../../worker/platform/crawl-source.ts';

/** A job with nothing in it but what is given. */
export function job(given: Partial<SourceJob> = {}): SourceJob {
  return {
    id: '801',
    name: 'DR-2611-0001',
    content: '',
    username: 'an.nguyen',
    creator_username: 'binh.tran',
    since: '1762300000',
    last_update: '1762390000',
    finish_at: '0',
    deadline: '0',
    stage_export: null,
    tags: [],
    form: [],
    ...given,
  };
}

let fieldId = 0;

/** A form field with that name and value. */
export function field(name: string, value: SourceField['value'], given: Partial<SourceField> = {}): SourceField {
  return { id: String(++fieldId), name, type: 'text', value, display: '', ...given };
}

/** The row of such a job; fails when it is skipped. */
export function normalized(given: Partial<SourceJob>, fieldMap: FieldMap = {}): NormalizedJob {
  const result = createJobNormalizer({ fields: crawlFields, fieldMap })(job(given));
  if (!result.ok) throw new Error(JSON.stringify(result.reasons));
  return result;
}

/** Why such a job is skipped; fails when it is taken. */
export function skipped(given: Partial<SourceJob>, fieldMap: FieldMap = {}): SkippedJob {
  const result = createJobNormalizer({ fields: crawlFields, fieldMap })(job(given));
  if (result.ok) throw new Error('the job was taken');
  return result;
}
