import { expect, it } from 'vitest';
import { customerRows, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const CASES = [
  {
    ...{ id: 3, name: '36 tsubo, nhà gỗ', month: '2026-11', reason: null },
    ...{ expected: { result_design_point: 72, result_check_point: 36 }, actual: { result_design_point: 324, result_check_point: 36 } },
  },
];
const stopped = {
  ...{ id: 9, at: '2026-11-18 19:00:00', user: { id: 1, name: 'Người Admin' }, source: 'screen', entity: 'standards', undone_by: null },
  ...{ counts: { created: 0, updated: 500, deleted: 0 }, undo_of: null, undoable: true, reason: null, held: 0, kept_count: 0 },
  run: {
    ...{ status: 'failed', total: 2000, done: 500, unchanged: 0, without_points: 0, message: 'Thay đổi này …' },
    ...{ broken_cases: CASES, awaits_acceptance: true, accepted_by: null as string | null },
  },
};
const goingOn = { ...stopped, run: { ...stopped.run, status: 'queued', awaits_acceptance: false, accepted_by: 'Người Admin' } };
const given = { ...stopped, run: { ...stopped.run, status: 'cancelled', awaits_acceptance: false } };

/** The site with the operation, which goes on once it is accepted. */
async function openWithStopped(): Promise<{ app: StubbedApp; verbs: () => string[] }> {
  const operations = [stopped as Row];
  const app = await openStubbedApp({ rows: { operations, customers: customerRows(3) } });
  let now: object = stopped;
  app.answer('GET', 'operations/9', () => ({ json: now }));
  for (const [verb, answer] of [
    ['accept', goingOn],
    ['cancel', given],
  ] as const)
    app.answer('POST', `operations/9/${verb}`, () => {
      now = answer;
      operations[0] = answer as Row;
      return { json: answer };
    });
  const verbs = () => ['accept', 'cancel'].filter((verb) => app.callsOf('POST', `operations/9/${verb}`).length > 0);
  return { app, verbs };
}

it('names the examples at which an operation stopped on the page of operations, and lets it go on', async () => {
  const { app, verbs } = await openWithStopped();
  const { page } = app;
  await app.go('/operations');
  await page.getByText('Dừng lại, chờ chấp nhận 1 ví dụ').waitFor();
  await page.getByRole('button', { name: 'Xem các ví dụ mà thao tác 9 làm đổi điểm' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '1 ví dụ sẽ ra điểm khác' });
  await dialog.getByText('Thao tác dừng lại ở 500/2.000 bản ghi').waitFor();
  await dialog.getByRole('row', { name: /36 tsubo, nhà gỗ 2026\/11 72,00 \/ 36,00 324,00 \/ 36,00/ }).waitFor();
  expect(verbs()).toEqual([]);
  await dialog.getByRole('button', { name: 'Chấp nhận điểm mới, ghi tiếp' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Người Admin chấp nhận các ví dụ đổi điểm').waitFor();
  expect(verbs()).toEqual(['accept']);
});

it('asks about the operation that a notice leads to, which can be given up there', async () => {
  const { app, verbs } = await openWithStopped();
  const { page } = app;
  await app.go('/operations?accept=9');
  const dialog = page.getByRole('dialog', { name: '1 ví dụ sẽ ra điểm khác' });
  await dialog.getByRole('button', { name: 'Thôi, không ghi tiếp' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(verbs()).toEqual(['cancel']);
  expect(new URL(page.url()).search, 'the link is used up').toBe('');
});

it('asks in the dialog of a bulk edit that stopped, and shows there how it goes on', async () => {
  const { app } = await openWithStopped();
  const { page } = app;
  app.answer('POST', 'customers/bulk', ({ body }) => ({
    headers: { 'x-request-id': 'r1' },
    json: {
      ...{ operation_id: 9, changed: 2000, unchanged: 0, refused: [], without_points: [] },
      status: (body as { dry_run?: boolean }).dry_run ? 'done' : 'queued',
    },
  }));
  await app.go('/customers');
  await page.getByLabel('Chọn Khách hàng 1', { exact: true }).check();
  await page.getByRole('button', { name: 'Sửa', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sửa 1 dòng' });
  await dialog.getByRole('button', { name: /^Fax:/ }).click();
  await dialog.getByRole('textbox', { name: 'Fax' }).fill('03-9');
  await dialog.getByRole('button', { name: 'Xem trước' }).click();
  await dialog.getByRole('button', { name: 'Sửa 2.000 dòng' }).click();
  await dialog.getByText('36 tsubo, nhà gỗ').waitFor();
  await dialog.getByRole('button', { name: 'Chấp nhận điểm mới, ghi tiếp' }).click();
  await expect.poll(() => dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
});

it('shows what became of an operation whole, on the laptop of an office', async () => {
  const base = { source: 'screen', undoable: false, held: 0, run: null, user: { id: 2, name: 'Trương Ngọc Lan' }, entity: 'directs' };
  const record = { id: 7, title: 'DR-2611-0372', fields: ['tsubosuu', 'complex_factor', 'bikou', 'rank'], cleared: [] };
  const undo = { ...base, id: 12, at: '2026-11-18 14:02:11', undo_of: 11, undone_by: 13, kept_count: 1, reason: null };
  const operations = [{ ...undo, record, counts: { created: 0, updated: 1, deleted: 0 } }];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  await app.go('/operations');
  const cell = page.getByRole('cell', { name: 'Giữ nguyên 1 bản ghi' });
  await cell.waitFor();
  const cut = await page.locator('tr[data-row-id="12"] td.wraps').evaluateAll((cells) =>
    cells.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().right > one.getBoundingClientRect().right || one.scrollWidth > one.clientWidth;
    }),
  );
  expect(cut).toEqual([false, false]);
  const table = page.locator('.table-scroll');
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

it('says how much an undo left that was stopped, and undoes the rest after a question', async () => {
  const base = { source: 'screen', held: 0, kept_count: 0, user: { id: 2, name: 'Trương Ngọc Lan' }, entity: 'directs', record: null };
  const run = { ...stopped.run, status: 'cancelled', total: 1200, done: 500, broken_cases: [], awaits_acceptance: false, message: null };
  const undone = {
    ...base,
    id: 11,
    at: '2026-11-18 14:00:00',
    undo_of: null,
    undone_by: 12,
    left: 700,
    undoable: true,
    reason: null,
    run: null,
  };
  const part = { ...base, id: 12, at: '2026-11-18 14:02:11', undo_of: 11, undone_by: null, left: 0, undoable: true, reason: null, run };
  const operations = [
    { ...part, source: 'undo', counts: { created: 0, updated: 500, deleted: 0 } },
    { ...undone, counts: { created: 0, updated: 1200, deleted: 0 } },
  ];
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  app.answer('POST', 'operations/11/undo', () => ({ json: { operation_id: 13, attempt_id: 13, status: 'queued', reversed: 0, kept: [] } }));
  app.answer('GET', 'operations/13', () => ({ json: { ...operations[0], id: 13, counts: { created: 0, updated: 200, deleted: 0 } } }));
  app.answer('GET', 'operations/13/kept', () => ({ json: { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null } }));
  await app.go('/operations');
  await page.getByRole('cell', { name: 'Mới hoàn tác một phần bởi thao tác 12, còn 700 bản ghi' }).waitFor();
  await page.getByRole('button', { name: 'Hoàn tác nốt phần còn lại của thao tác 11' }).press('Enter');
  await page.getByRole('dialog', { name: 'Hoàn tác nốt 700 bản ghi còn lại?' }).getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(1);
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Đã hoàn tác 200 bản ghi' });
  await notice.getByText('có thể hoàn tác tiếp phần còn lại tại đây').waitFor();
  await notice.getByRole('button', { name: 'Hoàn tác tiếp' }).press('Enter');
  await expect.poll(() => app.callsOf('POST', 'operations/11/undo').length).toBe(2);
});
