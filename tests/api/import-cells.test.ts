import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';

/** Days and numbers that people write as texts into cells: each is what it says, or refused with what is wrong. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
});
afterEach(() => api.close());

const HEADERS = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
const storedOf = async (column: string) => (await api.client.execute(`SELECT mistake, ${column} AS value FROM mistakes ORDER BY id`)).rows;

/** One mistake for each text, which stands in the column of days or of points. */
const importTexts = (column: 'day' | 'point', texts: readonly unknown[], entity = 'mistakes') =>
  importRows(api, entity, [
    HEADERS,
    ...texts.map((text, n) => ['writer', column === 'day' ? text : '2026/11/03', `${n}`, column === 'point' ? text : 1, 'Nội bộ']),
  ]);

describe('a day', () => {
  const DAYS = [
    ...['2026/9/3', '2026-09-03', '3/9/2026', '3.9.2026', '3/9/26', '03-09-26', '20260903', '03092026', '２０２６/９/３', '2026年9月3日'],
    ...['3/9/2026 10:30', '2026-09-03T23:59:59', '2026-09-03T00:30:00+09:00', '2026-09-02T17:30:00Z', '3/9/2026\u200b', '\u00a03/9/26'],
    ...['46268', 46268, 46268.99, 20260903],
  ];

  test('is read as on screen, with two digits for the year and with characters that nobody sees', async () => {
    expect(await importTexts('day', DAYS)).toMatchObject({ inserted: DAYS.length, failed: 0 });
    expect((await storedOf('rate_at')).map(({ value }) => value)).toEqual(DAYS.map(() => '2026-09-03'));
  });

  test('that the calendar does not have is named as such, and what is no day is none', async () => {
    const done = await importTexts('day', ['31/9/2026', '31/9/26', '30/2/2026', '9/13/2026', '3/9', 'hôm qua', '2026', '\u200b']);
    expect(done).toMatchObject({ inserted: 0, failed: 8 });
    const none = 'Ngày ghi nhận phải là ngày có thật, lịch không có ngày này';
    const bad = 'Ngày ghi nhận phải là ngày có thật, dạng yyyy/MM/dd';
    expect(done.errors.map(({ message }: { message: string }) => message)).toEqual([
      ...['31/9/2026', '31/9/26', '30/2/2026', '9/13/2026'].map((text) => `${none} («${text}»)`),
      ...['3/9', 'hôm qua', '2026'].map((text) => `${bad} («${text}»)`),
      'Ngày ghi nhận không được để trống',
    ]);
  });

  test('of two digits that is years away asks', async () => {
    const done = await importTexts('day', ['15/09/03']);
    expect(done.errors[0].message).toContain('năm 2003 có đúng không');
  });
});

describe('a number', () => {
  test('is read with a comma for its decimals and dots between thousands, or with a lone dot', async () => {
    const texts = ['1.234,5', '1 234', '1\u00a0234,5', '１２，５', '12,5', '12.5', '0,125', '0.125', '1.234.567', '+5', '2,5\u200b'];
    expect(await importTexts('point', texts)).toMatchObject({ failed: 0 });
    expect((await storedOf('point')).map(({ value }) => value)).toEqual([
      1234.5, 1234, 1234.5, 12.5, 12.5, 12.5, 0.125, 0.125, 1234567, 5, 2.5,
    ]);
  });

  test('that can mean two, or has its marks the other way round, is refused with what it can mean', async () => {
    const done = await importTexts('point', ['1.250', '1,250', '1,234.5', '1,234,567']);
    expect(done).toMatchObject({ inserted: 0, failed: 4 });
    const said = (text: string, readings: string) => `«${text}» có thể là ${readings}; hãy nhập dưới dạng số trong Excel`;
    expect(done.errors.map(({ message }: { message: string }) => message)).toEqual([
      said('1.250', '1250 / 1.25'),
      said('1,250', '1.25 / 1250'),
      said('1,234.5', '1234.5'),
      said('1,234,567', '1234567'),
    ]);
  });

  test('is not made a thousand times as large because its column takes two decimals only', async () => {
    const rows = ['1,125', '1.125'].map((point, n) => ['writer', 'Việc 1', '2026/11/03', point, 'C', `${n}`]);
    const done = await importRows(api, 'indirects', [
      ['user_id', 'indirect_note_id', 'rate_at', 'point', 'indirect_point_type', 'note'],
      ...rows,
    ]);
    expect(done).toMatchObject({ inserted: 0, failed: 2 });
  });

  test('is none with a unit, a power or a raised digit', async () => {
    const texts = ['50%', '1000đ', '¥5', '1e3', '0x10', '1 23', '½', '²', '٣', '(5)', '=1+1'];
    expect(await importTexts('point', texts)).toMatchObject({ inserted: 0, failed: texts.length });
  });
});

test('a record whose text is the word that clears a value keeps it when its export is sent back', async () => {
  const words = ['(trống)', '（Trống）', '(empty)'];
  for (const mistake of words)
    await api.insert('mistakes', {
      user_id: api.people.writer.id,
      rate_at: '2026-11-03',
      mistake,
      link_case: mistake,
      point: 1,
      detect_by: 'T',
    });
  const rows = words.map((word, n) => [n + 1, word, word]);
  const done = await importRows(api, 'mistakes', [['id', 'Lỗi', 'Vụ việc liên quan'], ...rows]);
  expect(done).toMatchObject({ unchanged: 3, updated: 0, failed: 0 });
  expect((await storedOf('link_case')).map(({ value }) => value)).toEqual(words);
  const cleared = await importRows(api, 'mistakes', [
    ['id', 'Vụ việc liên quan'],
    [2, 'khác'],
    [2 + 1, 'x'],
  ]);
  expect(cleared).toMatchObject({ updated: 2 });
  expect(
    await importRows(api, 'mistakes', [
      ['id', 'Vụ việc liên quan'],
      [2, '(trống)'],
    ]),
  ).toMatchObject({ updated: 1 });
  expect((await storedOf('link_case')).map(({ value }) => value)).toEqual(['(trống)', null, 'x']);
});

test('a day with two digits at either end is refused where it may begin with a year of these, as in Japan', async () => {
  const header = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const days = ['26/12/25', '25/11/26', '26/11/04', '20/11/26', '04/11/26', '26/11/2026', '04-Nov-26'];
  const rows = days.map((day, n) => ['writer', day, `Sai ${n}`, 1, 'Nội bộ']);
  const done = await importRows(api, 'mistakes', [header, ...rows]);
  expect(done.errors.map(({ message }: { message: string }) => message)).toEqual(
    [
      '«26/12/25» có thể là 2025-12-26 / 2026-12-25',
      '«25/11/26» có thể là 2026-11-25 / 2025-11-26',
      '«26/11/04» có thể là 2004-11-26 / 2026-11-04',
    ].map((start) => `${start}; hãy ghi năm đủ bốn chữ số hoặc nhập dưới dạng ngày trong Excel`),
  );
  const stored = (await api.client.execute('SELECT rate_at FROM mistakes ORDER BY mistake')).rows.map(({ rate_at }) => rate_at);
  expect(stored).toEqual(['2026-11-20', '2026-11-04', '2026-11-26', '2026-11-04']);
});
