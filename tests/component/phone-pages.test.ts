import { expect, it } from 'vitest';
import { SYSTEM_CHECKS } from '../../worker/contracts/calls/system.ts';
import { openStubbedApp } from '../support/stub-app.ts';

const PHONE = { width: 390, touch: true } as const;

it('shows the rule book as cards, behind whose edge nothing lies', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  const rule = { standard_design_point: 2.6, standard_check_point: 0.7, changes: [] };
  const standards = [1, 2].map((id) => ({ id, work_category: '基礎伏図', scale_code: `K${id}`, ...rule }));
  const scale = { id: 1, condition: 'Số tsubo từ 30 đến 40', scale_factor: 1.2, complexity_factor: null, ...rule };
  const document = {
    ...{ month: '2026-11', version: 1, hash: 'eded6879', changed_at: null, changed_by: null, last_run: null, read: null, removed: [] },
    ...{ expressions: [], customers: [{ id: 1, name: 'みどり建設株式会社', standards }] },
    tables: [{ code: 'K1', scales: [scale], base_points: [], formulas: null }],
  };
  app.answer('GET', 'rules/document', () => ({ json: document }));
  await app.go('/rules/document?month=2026-11');
  const frames = page.locator('.table-scroll');
  await expect.poll(() => frames.count()).toBe(2);
  expect(await frames.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))).toEqual([0, 0]);
  // Each card says whose it is, and what its figures are.
  expect(await page.getByText('みどり建設株式会社').count()).toBe(2);
  await page.locator('td[data-label="Điểm thiết kế định mức"]').first().waitFor();
});

it('says the last time of a check whole', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  app.answer('GET', 'system', () => ({
    json: {
      ...{ version: '1', at: '2026-11-27 15:18:00', database: { bytes: 1e7, rows: 6, tables: [] }, errors: [], slow_calls: [] },
      queue: { active: [] },
      usage: { month: '2026-11', rows_read: 1, rows_written: 1, plan_rows_read: null },
      checks: Object.keys(SYSTEM_CHECKS).map((name) => ({
        ...{ name, state: 'ok', at: '2026-11-27 15:14:00', age_minutes: 3, value: null, limit: 'Chạy 15 phút một lần; chậm nhất 40 phút' },
        ...{ outcome: null, message: null, alert_since: null },
      })),
    },
  }));
  await app.go('/system');
  const times = page.getByText('3 phút trước · 2026/11/27 15:14');
  await times.first().waitFor();
  expect(await times.evaluateAll((all) => all.filter((time) => time.scrollWidth > time.clientWidth).length)).toBe(0);
});
