import { expect, it } from 'vitest';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const AT = '2026-12-05 08:00:00';
const JOB: Row = {
  id: 5,
  name: 'DR-2612-0005',
  external_id: '800077',
  henkyaku_hi: '2026-12-02',
  tsubosuu: 67.49,
  is_checked: 0,
  version: 1,
};
const WAITING: Row = {
  id: 1,
  external_id: '800077',
  name: JOB.name,
  henkyaku_hi: '2027-01-06',
  reason: 'month_locked',
  month: '2026-12',
  since: AT,
  direct_id: 5,
};

const CHECKLIST = { year: 2026, month: 12, open: 0, jobs: 2, thresholds: { percent: 30, points: 10 }, items: [] };
const page = (data: readonly Row[]) => ({ data, total: data.length, per_page: 25, current_page: 1, from: 1, to: data.length });

function lockDecember(app: StubbedApp): void {
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 12, at: AT, by: 'Trang' }] } }));
}

it('says on the page of a job that the source changed it, and what the change waits for', async () => {
  const app = await openStubbedApp({ role: 'Writer', rows: { directs: [JOB] } });
  let waiting = WAITING;
  lockDecember(app);
  app.answer('GET', 'crawl_waiting', () => ({ json: page([waiting]) }));
  await app.go('/directs/5/view');
  await app.page.getByText('Nguồn đã sửa công việc này (ngày trả ở nguồn 2027/01/06) nhưng tháng 2026/12 đã khóa').waitFor();
  expect(app.callsOf('GET', 'crawl_waiting').at(-1)!.query.get('direct_id')).toBe('5');
  waiting = { ...WAITING, reason: 'record_checked', month: null };
  await app.page.reload();
  await app.page.getByText('hệ thống tự ghi khi bỏ kiểm tra').waitFor();
});

it('says beside a seal that changes of the source wait, though the figures are those of the lock', async () => {
  const app = await openStubbedApp();
  lockDecember(app);
  const seal = { id: 5, year: 2026, month: 12, version: 1, sealed_at: AT, sha256: 'a'.repeat(64), unlocked_at: null, copied: 1 };
  app.answer('GET', 'month_seals', () => ({ json: { data: [{ ...seal, sealed_by: null, unlocked_by: null, reason: null }] } }));
  app.answer('GET', 'month-checklist', () => ({ json: CHECKLIST }));
  app.answer('GET', 'calculations', () => ({ json: page([]) }));
  app.answer('GET', 'month_drift', () => ({ json: { data: [] } }));
  app.answer('GET', 'month_replays', () => ({ json: { data: [] } }));
  app.answer('GET', 'crawl_waiting', () => ({ json: page([WAITING]) }));
  await app.go('/calculate?year=2026&month=12&tab=seals');
  await app.page.getByText('Tính hôm nay vẫn ra đúng như đã khóa.').waitFor();
  await app.page.getByText('Có 1 công việc từ nguồn đang chờ tháng này').waitFor();
});

it('opens the waiting jobs of the month that a notice leads to', async () => {
  const app = await openStubbedApp();
  app.answer('GET', 'crawls', () => ({ json: page([]) }));
  app.answer('GET', 'crawl_waiting', () => ({ json: page([WAITING]) }));
  await app.go('/directs/crawls?waiting=2026-12');
  const dialog = app.page.getByRole('dialog', { name: 'Công việc đang chờ · 2026/12' });
  await dialog.getByText('DR-2612-0005').waitFor();
  expect(app.callsOf('GET', 'crawl_waiting').some(({ query }) => query.get('month') === '2026-12')).toBe(true);
  await dialog.getByRole('button', { name: 'Đóng' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(app.page.url()).search).toBe('');
});

it('tells after an unlock when the waiting jobs are written, and reads the checklist anew', async () => {
  const app = await openStubbedApp();
  let status = 1;
  let waiting = [WAITING, { ...WAITING, id: 2 }];
  app.answer('GET', 'locked_months', () => ({ json: { data: status ? [{ year: 2026, month: 12, at: AT, by: 'Trang' }] : [] } }));
  app.answer('GET', 'lock_history', () => ({
    json: { data: [{ id: 2 - status, status, at: AT, user_name: 'Trang', reason: null, open_points: null }] },
  }));
  app.answer('GET', 'month-checklist', () => ({ json: CHECKLIST }));
  app.answer('GET', 'crawl_waiting', () => ({ json: page(waiting) }));
  app.answer('POST', 'lock_and_unlock', ({ body }) => {
    status = Number(body.status);
    return { json: { year: 2026, month: 12, status, reason: body.reason, at: AT } };
  });
  await app.go('/total?year=2026&month=12#lock');
  const dialog = app.page.getByRole('dialog', { name: 'Khóa và mở khóa tháng' });
  await dialog.getByText('Có 2 công việc từ nguồn đang chờ tháng này').waitFor();
  await dialog.getByRole('radio', { name: 'Mở khóa' }).check();
  await dialog.getByRole('textbox').fill('nguồn sửa');
  await dialog.getByRole('button', { name: 'Mở khóa tháng 2026/12' }).click();
  await dialog.getByText('Đang ghi 2 công việc của nguồn đã chờ tháng này.').waitFor();
  const read = app.callsOf('GET', 'month-checklist').length;
  waiting = [];
  await dialog.getByText('Đã ghi 2 công việc của nguồn đã chờ tháng này; hãy tính lại điểm trước khi khóa.').waitFor();
  await expect.poll(() => app.callsOf('GET', 'month-checklist').length).toBeGreaterThan(read);
});

it('names columns and writes values of the source as the reader does, and says that a locked month takes none', async () => {
  const app = await openStubbedApp();
  lockDecember(app);
  const run = {
    id: 4,
    kind: 'scheduled',
    status: 'done',
    full: 0,
    inserted: 0,
    updated: 0,
    skipped: 1,
    warnings: 0,
    failed: 0,
    created_at: AT,
  };
  app.answer('GET', 'crawls', () => ({ json: page([run]) }));
  app.answer('GET', 'crawls/4/fields', () => ({ json: { data: [] } }));
  const finding = { id: 1, kind: 'skipped', code: 'month_locked', column: 'henkyaku_hi', value: '2026-12', reason: 'đã khóa' };
  app.answer('GET', 'crawls/4/skipped', () => ({ json: page([{ ...finding, direct_id: 5, external_id: '800077', name: JOB.name }]) }));
  app.answer('GET', 'crawl_waiting', () => ({ json: page([]) }));
  const outcome = { status: 'done', jobs: 300, total: 300, only_there: 0, only_here: 0, differs: 1, finished_at: AT, message: null };
  app.answer('GET', 'crawl_reconciliations', () => ({ json: { data: [{ id: 7, ...outcome }] } }));
  const difference = { id: 1, kind: 'differs', external_id: '800077', name: JOB.name, direct_id: 5, column: 'tsubosuu' };
  app.answer('GET', 'crawl_reconciliations/7/differences', () => ({ json: page([{ ...difference, here: '1067.49', there: '99.5' }]) }));
  await app.go('/directs/crawls');
  await app.page.getByRole('button', { name: 'Các công việc bị bỏ qua và cảnh báo của lần 4' }).click();
  await app.page.getByRole('row', { name: /Bỏ qua 800077 DR-2612-0005 Ngày trả 2026\/12 đã khóa/ }).waitFor();
  await app.page.getByRole('button', { name: 'Đối chiếu với nguồn' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Đối chiếu tháng với Base.vn' });
  await dialog.getByRole('combobox', { name: 'Năm' }).selectOption('2026');
  await dialog.getByRole('combobox', { name: 'Tháng' }).selectOption('12');
  await dialog.getByText('Tháng này đã khóa: giá trị của nguồn chỉ được ghi sau khi mở khóa tháng').waitFor();
  await dialog.getByRole('row', { name: /Số tsubo 1\.067,49 99,5/ }).waitFor();
});
