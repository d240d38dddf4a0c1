import type { BaseJob } from './base-job.ts';
import { setField } from './form.ts';

export interface EdgeCase {
  kind: string;
  apply(job: BaseJob): BaseJob;
}

/** Faults of real forms; the first jobs of each list get one each. */
export const EDGE_CASES: readonly EdgeCase[] = [
  { kind: 'number in words', apply: (job) => withTypedField(job, '坪数', '三十五くらい') },
  { kind: 'number with a unit', apply: (job) => withTypedField(job, '坪数', '35,5坪') },
  { kind: 'number out of range', apply: (job) => withTypedField(job, 'Hệ số độ khó', '35') },
  { kind: 'full-width number', apply: (job) => withTypedField(job, '坪数', '４２，５') },
  { kind: 'grouped number', apply: (job) => withTypedField(job, '坪数', '1.234,5') },
  { kind: 'day that does not exist', apply: (job) => withTypedField(job, 'Ngày trả', `31/02/${yearOf(job)}`) },
  { kind: 'date in words', apply: (job) => withTypedField(job, 'Ngày tiếp nhận', 'hôm qua') },
  { kind: 'unknown customer', apply: (job) => withTypedField(job, '得意先名', '株式会社ニューライフ設計') },
  { kind: 'unknown designer', apply: (job) => ({ ...job, username: 'nhan.vien.moi' }) },
  { kind: 'unknown checker', apply: (job) => withTypedField(job, 'Người kiểm tra', 'Người Không Có Trong Danh Sách') },
  { kind: 'nobody holds it', apply: (job) => ({ ...job, username: '' }) },
  {
    kind: 'missing fields',
    apply: (job) => ({ ...job, form: job.form.filter((field) => !['坪数', 'Người kiểm tra'].includes(field.name)) }),
  },
  { kind: 'empty form', apply: (job) => ({ ...job, form: [] }) },
  { kind: 'no name', apply: (job) => ({ ...job, name: '' }) },
  {
    kind: 'script in the content',
    apply: (job) => ({ ...job, content: '<p>要確認</p><script>alert(1)</script><img src=x onerror=alert(1)>' }),
  },
  { kind: 'formula in a text', apply: (job) => withTypedField(job, '備考', '=HYPERLINK("http://example.invalid","見積")') },
  {
    kind: 'field asked twice',
    apply: (job) => ({ ...job, form: [...job.form, { id: '9999', name: '坪数', type: 'number', value: '', display: '' }] }),
  },
];

/** Replaces a choice too: what was typed is then both value and display. */
function withTypedField(job: BaseJob, name: string, value: string): BaseJob {
  return { ...job, form: setField(job.form, name, value) };
}

function yearOf(job: BaseJob): number {
  return new Date(Number(job.since) * 1000).getUTCFullYear();
}
