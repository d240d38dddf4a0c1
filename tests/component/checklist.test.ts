import { expect, it } from 'vitest';
import type { ReviewRow } from '../../worker/contracts/calls/answers/month-checklist.ts';
import { CHECKLIST_LABELS } from '../../worker/contracts/calls/month-checklist.ts';
import { focusedLabel, openStubbedApp } from '../support/stub-app.ts';

const PAGE = '/calculate?year=2026&month=12';

/** Findings of jobs without points, numbered from 1. */
const findings = (from: number, to: number): ReviewRow[] =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const id = from + index;
    return {
      subject: `direct:${id}`,
      label: `DR-${id}`,
      figures: { bukkenmei: '山田邸' },
      value: '{}',
      link: `/directs/${id}/view`,
      seen: null,
    };
  });

const checklist = (rows: ReviewRow[], found: number, kind = 'zero_points') => ({
  json: {
    ...{ year: 2026, month: 12, jobs: 500, open: 1, thresholds: { percent: 30, points: 10 } },
    items: Object.keys(CHECKLIST_LABELS).map((key) =>
      key === kind ? { key, count: found, link: '/', rows, found } : { key, count: 0, link: '/directs' },
    ),
  },
});

it('leads through all findings of a kind, says how many are shown, and takes the focus along', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'month-checklist', () => checklist(findings(1, 200), 405));
  app.answer('GET', 'month-checklist/findings', ({ query }) => {
    const from = (Number(query.get('page')) - 1) * 200 + 1;
    return { json: { data: findings(from, Math.min(from + 199, 405)), total: 405 } };
  });
  await app.go(PAGE);
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Xem 395 mục còn lại');
  await expect.poll(() => focusedLabel(page)).toBe('DR-11');
  await page.getByText('Đang hiện 200 trên 405 mục').waitFor();
  await press('Xem 200 mục tiếp theo');
  await expect.poll(() => focusedLabel(page)).toBe('DR-201');
  await press('Xem 5 mục tiếp theo');
  await expect.poll(() => focusedLabel(page)).toBe('DR-401');
  expect(await page.getByRole('link', { name: /^DR-/ }).count()).toBe(405);
  expect(await page.getByText('Đang hiện').count()).toBe(0);
});

it('keeps the focus while findings are reviewed: into the note, back by Escape, on to the next one once it is saved', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let rows = findings(1, 2);
  app.answer('GET', 'month-checklist', () => checklist(rows, 2));
  app.answer('POST', 'month-checklist/seen', ({ body }) => {
    const seen = { note: String(body.note), by: 'Việt', at: '2026-12-31 10:00:00' };
    rows = [...rows.filter(({ subject }) => subject !== body.subject), { ...rows.find(({ subject }) => subject === body.subject)!, seen }];
    return { json: seen };
  });
  await app.go(PAGE);
  await page.getByRole('button', { name: 'Đánh dấu đã xem: DR-1' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Ghi chú');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedLabel(page)).toBe('Đánh dấu đã xem: DR-1');
  // What is written is asked about before it goes.
  await page.keyboard.press('Enter');
  await page.keyboard.type('nháp');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Viết tiếp' }).click();
  expect(await page.getByLabel('Ghi chú').inputValue()).toBe('nháp');
  await page.getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.getByRole('button', { name: 'Bỏ' }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Đánh dấu đã xem: DR-1');
  for (const [note, next] of [
    ['miễn phí', 'Đánh dấu đã xem: DR-2'],
    ['làm thử', 'DR-2'],
  ] as const) {
    await page.keyboard.press('Enter');
    await page.getByLabel('Ghi chú').waitFor();
    await page.keyboard.type(note);
    await page.keyboard.press('Enter');
    await page.getByText(`“${note}”`).waitFor();
    expect(await focusedLabel(page)).toBe(next);
  }
});

it('holds back a note that is too long and says by how much', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'month-checklist', () => checklist(findings(1, 2), 2));
  await app.go(PAGE);
  await page.getByRole('button', { name: 'Đánh dấu đã xem: DR-1' }).click();
  const note = page.getByLabel('Ghi chú');
  await note.fill('x'.repeat(1004));
  await note.press('Enter');
  await page.getByText('đang thừa 4;', { exact: false }).waitFor();
  expect(app.callsOf('POST', 'month-checklist/seen')).toHaveLength(0);
});

it('takes the checks of jobs without points away and calculates, all but those that were seen; a job that keeps its check stops it', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const seen = { note: 'không tính', by: 'Việt', at: '2026-12-31 10:00:00' };
  const rows = findings(1, 250).map((row) => (row.subject === 'direct:3' ? { ...row, seen } : row));
  app.answer('GET', 'month-checklist', () => checklist(rows.slice(0, 200), 249, 'checked_empty'));
  app.answer('GET', 'month-checklist/findings', ({ query }) => {
    const page = Number(query.get('page'));
    return { json: { data: rows.slice((page - 1) * 200, page * 200), total: 250 } };
  });
  let refused = [{ id: 7, code: 'month_locked', message: 'Tháng 12/2026 đã khóa' }];
  const sent: unknown[] = [];
  app.answer('POST', 'directs/bulk', ({ body }) => {
    sent.push(body);
    return { json: { operation_id: 1, status: 'done', changed: 249 - refused.length, unchanged: 0, refused, without_points: [] } };
  });
  const started: unknown[] = [];
  app.answer('POST', 'calculations', ({ body }) => {
    started.push(body);
    return { status: 201, json: { id: 1, year: 2026, month: 12, status: 'queued', preview: 0 } };
  });
  await app.go(PAGE);
  const begin = async () => {
    await page.getByRole('button', { name: 'Bỏ kiểm tra và tính điểm' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText('Bỏ dấu kiểm tra của 249 công việc').waitFor();
    await dialog.getByRole('button', { name: 'Bỏ kiểm tra và tính điểm' }).click();
  };
  await begin();
  await page.getByText('Tháng 12/2026 đã khóa').waitFor();
  expect(started).toEqual([]);
  refused = [];
  await begin();
  await expect.poll(() => started).toHaveLength(1);
  const ids = Array.from({ length: 250 }, (_, index) => index + 1).filter((id) => id !== 3);
  expect(sent).toEqual(Array(2).fill({ ids, values: { is_checked: 0 } }));
});

it('calls a month that was never compared with the source neither done nor open', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const icon = (text: string) => page.getByRole('listitem').filter({ hasText: text }).locator('svg').first().getAttribute('class');
  const label = CHECKLIST_LABELS.source_differences.vi;
  let reconciliation: object | null = null;
  app.answer('GET', 'month-checklist', () => {
    const { json } = checklist([], 0);
    return { json: { ...json, reconciliation } };
  });
  await app.go(PAGE);
  const item = page.getByRole('listitem').filter({ hasText: label });
  await item.getByText('chưa đối chiếu', { exact: true }).waitFor();
  expect(await icon(label)).toContain('text-muted');
  reconciliation = { id: 1, at: '2026-12-20 10:00:00', only_there: 0, only_here: 0, differs: 0 };
  await app.go(PAGE);
  await item.getByText('không có', { exact: true }).waitFor();
  expect(await icon(label)).toContain('text-success');
});
