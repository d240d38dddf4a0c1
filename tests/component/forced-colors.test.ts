import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStubbedApp, type Row } from '../support/stub-app.ts';

const JOBS: Row[] = [0, 1, 2].map((origin) => ({
  id: origin + 1,
  name: `DR-${origin}`,
  upsert_by: origin,
  is_updated: 0,
  is_checked: origin % 2,
  version: 1,
}));

const style = (element: Locator, property: 'backgroundColor' | 'borderBottomColor') =>
  element.evaluate((node, name) => getComputedStyle(node)[name], property);

it('tells on from off, the chosen tab and the origins of rows in the colours of the system alone', async () => {
  const app = await openStubbedApp({ rows: { directs_techousei: JOBS } });
  const { page } = app;
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
  await page.emulateMedia({ forcedColors: 'active' });
  await app.go('/directs-techousei');
  const row = (id: number) => page.locator(`tr[data-row-id="${id}"]`);
  const canvas = await style(page.locator('body'), 'backgroundColor');
  const [off, on] = await Promise.all([1, 2].map((id) => style(row(id).getByRole('switch'), 'backgroundColor')));
  expect(on).not.toBe(off);
  for (const id of [1, 2]) expect(await style(row(id).locator('[data-tone-mark]'), 'backgroundColor'), `row ${id}`).not.toBe(canvas);
  await app.go('/history');
  const tab = (name: string) => page.getByRole('navigation', { name: 'Nhật ký' }).getByRole('link', { name });
  expect(await style(tab('Lịch sử thay đổi'), 'borderBottomColor')).not.toBe(await style(tab('Thao tác'), 'borderBottomColor'));
});

it('bounds what floats, and keeps rows with a manual mark in line with the others', async () => {
  const app = await openStubbedApp({ rows: { directs_techousei: JOBS.map((job, at) => ({ ...job, techousei: at === 1 ? '有' : null })) } });
  const { page } = app;
  await page.emulateMedia({ forcedColors: 'active' });
  await app.go('/directs-techousei');
  const row = (id: number) => page.locator(`tr[data-row-id="${id}"]`);
  await row(2).waitFor();
  const starts = await Promise.all([1, 2, 3].map(async (id) => (await row(id).getByText(/^DR-/).first().boundingBox())!.x));
  expect(new Set(starts).size, String(starts)).toBe(1);
  const edge = (id: number) =>
    row(id)
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').borderLeftWidth);
  expect(await edge(2)).toBe('4px');
  expect(await edge(1)).toBe('0px');
  await page.keyboard.press('Control+k');
  const panel = page.getByRole('dialog').locator('.shadow-float');
  await panel.waitFor();
  expect(await panel.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});
