import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crawlFields } from '../../../worker/features/crawl/normalize/crawl-fields.ts';
import { findUnknownColumns } from '../../../worker/features/crawl/normalize/form-fields.ts';
import type { NormalizedJob } from '../../../worker/features/crawl/normalize/normalize.ts';
import type { FieldMap, SourceField } from '../../../worker/platform/crawl-source.ts';
import { field, normalized, skipped } from './jobs.ts';

const SPELLINGS = ['tsubosuu', '坪数', 'Số tsubo', 'số TSUBO', 'SO TSUBO', '  Số  tsubo : ', 'Ｓố tsubo*', 'Floor area'];

function row(form: SourceField[], fieldMap: FieldMap = {}): NormalizedJob['row'] {
  return normalized({ form }, fieldMap).row;
}

describe('finding the column of a form field', () => {
  it.each(SPELLINGS)('%j is the floor area', (name) => {
    expect(row([field(name, '35,5')]).tsubosuu).toBe(35.5);
  });

  it('keeps Japanese sounds apart that differ only by their marks', () => {
    expect(row([field('かくにん', 'x')], { がくにん: 'bikou' })).not.toHaveProperty('bikou');
    expect(row([field('ﾎﾞｲﾗ', 'x')], { ボイラ: 'bikou' }).bikou).toBe('x');
  });

  it('goes by the map first, by id before name', () => {
    const map = { '77': 'bikou', 'Vùng miền': 'chiku' };
    expect(row([field('Vùng miền', 'theo id', { id: '77' })], map)).toMatchObject({ bikou: 'theo id' });
    expect(row([field('VUNG MIEN', 'theo tên')], map)).toMatchObject({ chiku: 'theo tên' });
    expect(row([field('地区', 'nhãn'), field('Vùng miền', 'bản đồ')], map)).toMatchObject({ chiku: 'bản đồ' });
  });

  it('leaves a field out that the map sends nowhere, or to a column that is not the source’s', () => {
    expect(row([field('坪数', '35')], { 坪数: '' })).not.toHaveProperty('tsubosuu');
    const form = [field('a', '1'), field('b', '2'), field('c', '3')];
    const { row: result } = normalized({ form }, { a: 'external_id', b: 'result_design_point', c: 'is_checked' });
    expect(result).toMatchObject({ external_id: '801' });
    expect(result).not.toHaveProperty('result_design_point');
    expect(result).not.toHaveProperty('is_checked');
  });

  it('tells which columns of a map can be filled by no form field', () => {
    const map = {
      a: 'tsubosuu',
      b: 'tsubo',
      c: 'is_checked',
      d: '',
      e: 'chekkusha',
      f: 'customer_id',
      g: 'tsubo',
      h: 'toString',
      i: 'dept_id',
      j: 'adjust_reason',
    };
    expect(findUnknownColumns(crawlFields, map)).toEqual(['tsubo', 'is_checked', 'toString', 'dept_id', 'adjust_reason']);
  });

  it('ignores unknown fields, headings and files', () => {
    const form = [
      field('Màu yêu thích', 'đỏ'),
      field('坪数', 'tiêu đề', { type: 'title' }),
      field('備考', 'a.pdf', { type: 'file' }),
      field('constructor', 'x'),
    ];
    expect(row(form)).toEqual(row([]));
  });

  it('never takes points from the source', () => {
    expect(row([field('Điểm thiết kế', '99'), field('result_check_point', '99')])).toEqual(row([]));
  });

  it('tells an emptied field from one that is not there', () => {
    expect(row([field('坪数', '')]).tsubosuu).toBeNull();
    expect(row([])).not.toHaveProperty('tsubosuu');
  });

  it('takes the field with a value where two have the same name, and the lower id where both have', () => {
    const [empty, full, other] = [field('坪数', '', { id: '8' }), field('坪数', '40', { id: '9' }), field('坪数', '50', { id: '10' })];
    expect(row([empty, full]).tsubosuu).toBe(40);
    expect(row([full, empty]).tsubosuu).toBe(40);
    expect(row([other, full]).tsubosuu).toBe(40);
  });

  it('does not depend on the order of the fields', () => {
    const form = [
      field('坪数', '35,5'),
      field('tsubosuu', '36'),
      field('Người kiểm tra', 'Lê An'),
      field('得意先', 'B'),
      field('得意先名', 'A'),
      field('Ngày trả', '05/01/2026'),
      field('備考', 'x'),
      field('備考', 'y'),
    ];
    const expected = normalized({ form });
    expect(expected.row).toMatchObject({ tsubosuu: 36, tokuisakimei: 'A', henkyaku_hi: '2026-01-05' });
    fc.assert(
      fc.property(fc.shuffledSubarray(form, { minLength: form.length }), (shuffled) => {
        const { row, names } = normalized({ form: shuffled });
        expect({ row, names }).toEqual({ row: expected.row, names: expected.names });
      }),
    );
  });

  it('knows the other names of a column', () => {
    expect(row([field('nani_keisuu', '1,5'), field('naniten', '2')])).toMatchObject({ complex_factor: 1.5, complex_point: 2 });
  });
});

describe('the value of a form field', () => {
  it.each<[string, string | number, string, unknown]>([
    ['坪数', '35,5', 'tsubosuu', 35.5],
    ['坪数', '1.234,5', 'tsubosuu', 1234.5],
    ['坪数', '４２，５', 'tsubosuu', 42.5],
    ['坪数', 35.5, 'tsubosuu', 35.5],
    ['坪数', '-', 'tsubosuu', null],
    ['坪数', 'ー', 'tsubosuu', null],
    ['難易点', '1,25', 'complex_point', 1.25],
    ['作業時間', '90,0', 'sagyou_jikan', 90],
    ['作業時間', 90, 'sagyou_jikan', 90],
    ['面積', '1.5', 'menseki', 1.5],
    ['面積', '1.500', 'menseki', 1.5],
    ['面積', '1,500', 'menseki', 1.5],
    ['返却日', '5/1/2026', 'henkyaku_hi', '2026-01-05'],
    ['返却日', '1767570300', 'henkyaku_hi', '2026-01-05'],
    ['返却日', '2026/01/05 23:30', 'henkyaku_hi', '2026-01-05'],
    ['返却日', '0', 'henkyaku_hi', null],
    ['返却日', '00/00/0000', 'henkyaku_hi', null],
    ['返却日', '-', 'henkyaku_hi', null],
    ['備考', '-', 'bikou', '-'],
    ['備考', '  a\u0000b\ud800\n c ', 'bikou', 'ab\ufffd\n c'],
    ['備考', '<b>=1+1</b>', 'bikou', '<b>=1+1</b>'],
    ['備考', 42, 'bikou', '42'],
    ['手調整', '有', 'techousei', '有'],
  ])('%s %j becomes %s %j', (name, value, column, expected) => {
    expect(row([field(name, value)])[column]).toBe(expected);
  });

  it('is what was chosen where the value is only its id', () => {
    const chosen = (type: string, value: SourceField['value'], display: string) => row([field('工法', value, { type, display })]).kouhou;
    expect(chosen('select', '3001', '在来軸組')).toBe('在来軸組');
    expect(chosen('multi-select', ['3001', '3002'], '在来軸組, 2×4')).toBe('在来軸組, 2×4');
    expect(chosen('select', ['在来軸組', '2×4'], 'something')).toBe('在来軸組, 2×4');
    expect(chosen('select', '在来軸組', 'ZAIRAI')).toBe('在来軸組');
    for (const listed of ['3001,3002', '3001, 3002', '["3001","3002"]', '[3001,3002]'])
      expect(chosen('multi-select', listed, '在来軸組, 2×4'), listed).toBe('在来軸組, 2×4');
    expect(chosen('multi-select', '2×4, 在来軸組', 'shown')).toBe('2×4, 在来軸組');
    expect(chosen('text', '3001,3002', 'shown')).toBe('3001,3002');
    expect(chosen('text', '3001', 'shown')).toBe('3001');
    expect(chosen('select', '3001', '')).toBe('3001');
  });

  it('gives the wished delivery date before the deadline of the job does', () => {
    const deadline = '1767286800';
    expect(normalized({ deadline, form: [field('希望納期', '20/01/2026')] }).row.kibou_nouki).toBe('2026-01-20');
    expect(normalized({ deadline, form: [field('希望納期', '')] }).row.kibou_nouki).toBe('2026-01-02');
    expect(skipped({ deadline, form: [field('希望納期', 'sớm')] }).reasons).toHaveLength(1);
  });
});

describe('a bad value', () => {
  it.each<[string, string | number, string, RegExp]>([
    ['坪数', '三十五', 'tsubosuu', /^Số tsubo phải là số$/],
    ['坪数', '35,5坪', 'tsubosuu', /^Số tsubo phải là số$/],
    ['坪数', '-1', 'tsubosuu', /^Số tsubo phải từ 0 đến 2000$/],
    ['坪数', '2001', 'tsubosuu', /^Số tsubo phải từ 0 đến 2000$/],
    ['坪数', '35,1234', 'tsubosuu', /^Số tsubo có tối đa 2 chữ số thập phân$/],
    ['坪数', '1.234', 'tsubosuu', /có thể là 1234 hoặc 1,234, hãy viết rõ ở nguồn/],
    ['作業時間', '1.234', 'sagyou_jikan', /có thể là 1234 hoặc 1,234, hãy viết rõ/],
    ['作業時間', '1,234', 'sagyou_jikan', /có thể là 1,234 hoặc 1234, hãy viết rõ/],
    ['坪数', '1,234.5', 'tsubosuu', /^Số tsubo phải là số$/],
    ['坪数', '1,234,5', 'tsubosuu', /^Số tsubo phải là số$/],
    ['坪数', '101.234', 'tsubosuu', /có thể là 101234 hoặc 101,234, nhưng/],
    ['難易係数', '35', 'complex_factor', /^Hệ số độ khó phải từ 0 đến 10$/],
    ['作業時間', '1,5', 'sagyou_jikan', /^Thời gian thiết kế phải là số nguyên$/],
    ['返却日', '31/02/2026', 'henkyaku_hi', /^Ngày trả phải là ngày có thật/],
    ['返却日', '05/01/26', 'henkyaku_hi', /^Ngày trả phải là ngày có thật/],
    ['返却日', 'hôm qua', 'henkyaku_hi', /^Ngày trả phải là ngày có thật/],
    ['手調整', 'x'.repeat(17), 'techousei', /^Điều chỉnh tay dài tối đa 16 ký tự$/],
  ])('in %s: %j skips the job and says why', (name, value, column, vi) => {
    const { external_id, reasons } = skipped({ form: [field(name, value)] });
    expect(external_id).toBe('801');
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ column, field: name, value: String(value) });
    expect(reasons[0]!.reason.vi).toMatch(vi);
    expect(reasons[0]!.reason.en).not.toBe('');
  });

  it('is listed beside every other one of the job', () => {
    const { reasons } = skipped({ form: [field('坪数', 'a'), field('返却日', 'b'), field('作業時間', 'c'), field('備考', 'good')] });
    expect(reasons.map((reason) => reason.column).sort()).toEqual(['henkyaku_hi', 'sagyou_jikan', 'tsubosuu']);
  });

  it('is quoted shortened, whole characters only', () => {
    const [reason] = skipped({ form: [field('坪数', '𠮷'.repeat(500))] }).reasons;
    expect(reason!.value).toBe(`${'𠮷'.repeat(59)}…`);
  });
});
