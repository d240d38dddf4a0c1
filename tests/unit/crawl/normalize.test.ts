import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listWords } from '../../../worker/contracts/text.ts';
import { crawlFields } from '../../../worker/features/crawl/normalize/crawl-fields.ts';
import { createJobNormalizer } from '../../../worker/features/crawl/normalize/normalize.ts';
import { field, job, normalized, skipped } from './jobs.ts';

describe('the keys of a job', () => {
  it('fill their columns, times in Vietnam time', () => {
    const { row, names } = normalized({
      id: '90210',
      name: ' DR-2611-0007 ',
      username: 'chi.le',
      creator_username: 'dung.pham',
      stage_export: { id: '5', name: 'Kiểm tra' },
      tags: ['Gấp', '再提出'],
      finish_at: '1767570300',
      last_update: '1767200399',
      since: '1767200400',
      content: '<p>図面<script>x</script></p>',
      deadline: '1767286800',
    });
    expect(row).toEqual({
      external_id: '90210',
      name: 'DR-2611-0007',
      tracking_user: 'chi.le',
      phase: 'Kiểm tra',
      label: 'Gấp, 再提出',
      created_by: 'dung.pham',
      description: '<p>図面<script>x</script></p>',
      complete_time: '2026-01-05 06:45:00',
      last_update: '2025-12-31 23:59:59',
      date_created: '2026-01-01 00:00:00',
      kibou_nouki: '2026-01-02',
    });
    expect(names).toEqual({ designer: 'chi.le' });
  });

  it('leave null where the source has none', () => {
    const { row, names } = normalized({ username: '', finish_at: '0', last_update: '', stage_export: null, tags: [] });
    expect(row).toMatchObject({ tracking_user: null, phase: null, label: null, complete_time: null, last_update: null, kibou_nouki: null });
    expect(names.designer).toBeNull();
  });

  it('are not overwritten by a form field of the same label, only through the map', () => {
    const form = [field('Mô tả', 'từ form'), field('name', 'tên khác'), field('Giai đoạn', 'lạ')];
    expect(normalized({ content: 'gốc', form }).row).toMatchObject({ description: 'gốc', name: 'DR-2611-0001', phase: null });
    expect(normalized({ content: 'gốc', form }, { 'Mô tả': 'description' }).row.description).toBe('từ form');
  });

  it('skip the job when it has no name, or a time is no time', () => {
    expect(skipped({ name: '  ' })).toMatchObject({
      external_id: '801',
      name: null,
      reasons: [{ column: 'name', value: '', reason: { vi: 'Mã công việc không được để trống', en: 'Task code is required' } }],
    });
    expect(skipped({ last_update: 'yesterday' }).reasons).toMatchObject([{ column: 'last_update', value: 'yesterday' }]);
  });
});

describe('the names to match', () => {
  it.each(['Người kiểm tra', 'チェック者', 'chekkusha', 'Tên người kiểm tra', 'chekkusha_id'])(
    '%j names the checker, who fills no column',
    (name) => {
      const { row, names } = normalized({ form: [field(name, '12', { type: 'user', display: 'Nguyễn Ánh' })] });
      expect(names.checker).toBe('Nguyễn Ánh');
      expect(row).not.toHaveProperty('chekkusha');
      expect(row).not.toHaveProperty('chekkusha_id');
    },
  );

  it('come from the customer and category fields, whether called by the name or by the record', () => {
    const byName = normalized({ form: [field('得意先名', '株式会社青葉ホーム'), field('発注内容', '構造図')] });
    const byRecord = normalized({ form: [field('Khách hàng', '株式会社青葉ホーム'), field('Hạng mục công việc', '構造図')] });
    for (const { row, names } of [byName, byRecord]) {
      expect(names).toMatchObject({ customer: '株式会社青葉ホーム', category: '構造図' });
      expect(row).toMatchObject({ tokuisakimei: '株式会社青葉ホーム', hacchyuu_naiyou: '構造図' });
    }
  });

  it('take the designer from the form where it names one, else who holds the job', () => {
    expect(normalized({ username: 'chi.le', form: [field('Người thiết kế', 'An Nguyễn')] }).names.designer).toBe('An Nguyễn');
    expect(normalized({ username: 'chi.le', form: [field('Người thiết kế', ' ')] }).names.designer).toBe('chi.le');
  });

  it('are null when emptied and absent when the form has no such field', () => {
    expect(normalized({ form: [field('得意先名', ''), field('チェック者', '')] }).names).toMatchObject({ customer: null, checker: null });
    const { names } = normalized({ form: [] });
    expect(Object.keys(names)).toEqual(['designer']);
  });
});

it('turns any form into a row or into reasons, never into an error', () => {
  const names = Object.entries(crawlFields).flatMap(([column, { label }]) => [column, ...listWords(label)]);
  const anyField = fc.record({
    id: fc.string(),
    name: fc.constantFrom(...names, '', '__proto__'),
    type: fc.constantFrom('text', 'select', 'date', 'number', 'file'),
    value: fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.array(fc.string())),
    display: fc.string(),
  });
  const normalize = createJobNormalizer({ fields: crawlFields, fieldMap: { x: '__proto__', '1': 'toString' } });
  fc.assert(
    fc.property(fc.array(anyField, { maxLength: 30 }), (form) => {
      const result = normalize(job({ form }));
      if (!result.ok) expect(result.reasons.length).toBeGreaterThan(0);
    }),
  );
});

it('a date of zeros is read as none and noted, an empty one only read as none', () => {
  const zero = normalized({ form: [field('Ngày trả', '00/00/0000'), field('Ngày tiếp nhận', '0000-00-00')] });
  expect(zero.row).toMatchObject({ henkyaku_hi: null, uketsuke_hi: null });
  expect(zero.zeroDates).toEqual([
    { column: 'henkyaku_hi', value: '00/00/0000' },
    { column: 'uketsuke_hi', value: '0000-00-00' },
  ]);
  expect(normalized({ form: [field('Ngày trả', ''), field('Ngày tiếp nhận', '05/11/2026'), field('備考', '0')] })).not.toHaveProperty(
    'zeroDates',
  );
});
