import { expect, it } from 'vitest';
import { CHECKLIST_LABELS } from '../../worker/contracts/calls/month-checklist.ts';
import { openStubbedApp } from '../support/stub-app.ts';

/** A month's checklist in which only the given points are open. */
const checklist = (jobs: number, counts: Record<string, number>) => ({
  json: {
    ...{ year: 2026, month: 12, jobs, open: Object.keys(counts).length, thresholds: { percent: 30, points: 10 } },
    items: Object.keys(CHECKLIST_LABELS).map((key) => ({ key, count: counts[key] ?? 0, link: '/directs' })),
  },
});

it('says of a month without jobs that there is nothing to lock, and of one with jobs what is settled', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let jobs = 0;
  app.answer('GET', 'month-checklist', () => checklist(jobs, { no_rating: 2 }));
  const settled = page.getByText('không còn', { exact: true });
  await app.go('/calculate?year=2026&month=12');
  await page.getByText('Tháng 2026/12 chưa có công việc nào', { exact: false }).waitFor();
  await page.getByText('Người chưa có hệ số pro').waitFor();
  expect(await settled.count()).toBe(0);
  jobs = 1;
  await app.go('/calculate?year=2026&month=12');
  await expect.poll(() => settled.count()).toBe(Object.keys(CHECKLIST_LABELS).length - 1);
  await app.close();
});

it('keeps a long dialog inside a low window: a margin on all sides, its buttons in sight, the rest scrolls', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 500 });
  app.answer('GET', 'month-checklist', () => checklist(1, Object.fromEntries(Object.keys(CHECKLIST_LABELS).map((key) => [key, 1]))));
  app.answer('GET', 'totals', () => ({ json: { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null, sum: {} } }));
  app.answer('GET', 'lock_history', () => ({ json: { data: [] } }));
  await app.go('/total#lock');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(CHECKLIST_LABELS.no_designer.vi).waitFor();
  const panel = (await dialog.locator('[id^=headlessui-dialog-panel]').boundingBox())!;
  expect(panel.y).toBeGreaterThanOrEqual(12);
  expect(panel.y + panel.height).toBeLessThanOrEqual(500 - 12);
  const save = (await dialog.getByRole('button', { name: 'Lưu' }).boundingBox())!;
  expect(save.y + save.height).toBeLessThanOrEqual(500 - 12);
  await dialog.getByText(CHECKLIST_LABELS.source_changed.vi).scrollIntoViewIfNeeded();
  await app.close();
});

it('leads who reads no others’ statements to the own one of the same month', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  app.expect(/status of 404/);
  await app.go('/statements?year=2026&month=10');
  await app.page.waitForURL('**/my-points?year=2026&month=10');
  expect(app.callsOf('GET', 'statements')).toEqual([]);
  await app.close();
});
