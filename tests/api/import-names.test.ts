import { afterEach, beforeEach, expect, test } from 'vitest';
import { fold } from '../../worker/platform/text/fold.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
});
afterEach(() => api.close());

/** Imports mistakes with these rows and answers the import and who each mistake was booked on. */
async function importMistakes(rows: readonly (readonly unknown[])[]) {
  const headers = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const result = await importRows(api, 'mistakes', [headers, ...rows]);
  const { rows: written } = await api.client.execute(
    'SELECT u.username AS person, m.rate_at AS day FROM mistakes m JOIN users u ON u.id = m.user_id ORDER BY m.id',
  );
  return { result, written: written.map((row) => ({ ...row })) };
}

const person = (username: string, name: string, active = 1) =>
  api.insert('users', { username, username_fold: username, name, name_fold: fold(name), active });
const mistake = (who: string, day: unknown = '2026/11/03', found = 'Nội bộ') => [who, day, 'Sai kích thước', 1, found];

test('a name that differs by an accent is another person: it is suggested, never written', async () => {
  await person('dung', 'Trần Thị Dung');
  const { result, written } = await importMistakes([mistake('Trần Thị Dũng')]);
  expect(written).toEqual([]);
  expect(result).toMatchObject({ status: 'failed', failed: 1 });
  expect(result.errors[0].message).toContain('không có «Trần Thị Dũng»; có phải «Trần Thị Dung»?');
});

test('the very spelling wins over names without accents, also for somebody who has left', async () => {
  await person('hung-left', 'Lê Văn Hùng', 0);
  await person('hung', 'Lê Văn Hưng');
  await person('tu1', 'Phan Văn Tú');
  await person('tu2', 'Phan Văn Tư');
  const { result, written } = await importMistakes([
    mistake('Lê Văn Hùng'),
    mistake('Phan Văn Tú', '2026/11/04'),
    mistake('phan văn  TƯ', '2026/11/05'),
    // The same letters, composed otherwise.
    mistake('Lê Văn Hưng'.normalize('NFD'), '2026/11/06'),
  ]);
  expect(result).toMatchObject({ status: 'done', inserted: 4 });
  expect(written.map((row) => row.person)).toEqual(['hung-left', 'tu1', 'tu2', 'hung']);
});

test('a number in a date column is the day that Excel means by it', async () => {
  await person('an', 'Lê An');
  const { result, written } = await importMistakes([mistake('Lê An', 46310), mistake('Lê An', '46311'), mistake('Lê An', 463)]);
  expect(written.map((row) => row.day)).toEqual(['2026-10-15', '2026-10-16']);
  expect(result.errors).toMatchObject([{ row: 4, column: 'Ngày ghi nhận', message: expect.stringContaining('dạng yyyy/MM/dd («463»)') }]);
});

test('a wrong option is answered with the words that people write', async () => {
  await person('an', 'Lê An');
  const { result } = await importMistakes([mistake('Lê An', '2026/11/03', 'ở đâu đó')]);
  expect(result.errors[0].message).toBe('Phát hiện bởi phải là một trong: Nội bộ, Bên ngoài («ở đâu đó»)');
});

test('a job of an unknown designer is answered with the designer, not with the department that would follow from them', async () => {
  await person('an', 'Lê An');
  const headers = ['name', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'henkyaku_hi'];
  const numbers = ['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'];
  const job = (designer: string) => ['J-1', '家', designer, 'an', 'GOC1', '図面 1', '2026/11/03', 30, 1, 1, 60, 10];
  const { errors } = await importRows(api, 'directs', [[...headers, ...numbers], job('nobody'), job('')]);
  expect(errors).toEqual([
    { row: 2, column: 'user_id', message: 'Người thiết kế: không tìm thấy «nobody»' },
    { row: 3, column: 'user_id', message: 'Người thiết kế không được để trống' },
  ]);
});

test('a company whose legal form is shortened is suggested, never made anew', async () => {
  await api.insert('customers', { name: '株式会社白川プレカット', code: 'K1' });
  const headers = ['Nhân viên', 'Khách hàng', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const rows = ['㈱白川プレカット', '（株）白川プレカット', '白川プレカット㈱'].map((name, n) => [
    'writer',
    name,
    '2026-11-03',
    `Sai ${n}`,
    1,
    'Nội bộ',
  ]);
  const { errors, missing } = await importRows(api, 'mistakes', [headers, ...rows]);
  const messages = errors.map(({ message }: { message: string }) => message);
  for (const message of messages.slice(0, 2)) expect(message).toContain('có phải «株式会社白川プレカット»?');
  expect(messages[2]).toContain('không tìm thấy «白川プレカット㈱»');
  expect(missing.map(({ name }: { name: string }) => name)).toEqual(['白川プレカット㈱']);
});
