import { describe, expect, it } from 'vitest';
import { RECORDED, recordName } from '../../../web/features/history/recorded.ts';
import type { HistoryRow } from '../../../worker/contracts/calls/answers/history.ts';
import { RECORDED_TABLES } from '../../../worker/resources/recorded.ts';

const write = (row: Partial<HistoryRow>) => recordName({ record_id: 12, before: null, after: null, ...row } as HistoryRow, 'vi');

describe('what a write calls its record', () => {
  it('is its kind, its number and the name it has now', () =>
    expect(write({ entity: 'customers', before: { name: 'Trước' }, after: { name: '積水ハウス' } })).toBe('Khách hàng #12 · 積水ハウス'));
  it('is the name it had when it is gone, or when the write tells only what changed', () => {
    expect(write({ entity: 'work_categories', before: { work_name: '構造図' } })).toBe('Hạng mục công việc #12 · 構造図');
    expect(write({ entity: 'directs', before: { name: 'DR-1' }, after: { result_design_point: 2 } })).toBe('Công việc #12 · DR-1');
  });
  it('goes without a name where none is known', () => {
    expect(write({ entity: 'directs', before: {}, after: { result_design_point: 2 } })).toBe('Công việc #12');
    expect(write({ entity: 'user_locks', after: { reason: 'nghỉ' } })).toBe('Khóa người dùng #12');
    expect(write({ entity: 'gone', after: { name: 'x' } })).toBe('gone #12');
  });
  it('is known for every table that is recorded', () =>
    expect(RECORDED_TABLES.map(({ name }) => name).filter((name) => !RECORDED[name])).toEqual([]));
});
