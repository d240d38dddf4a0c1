import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const SETTINGS = {
  ...{ url: 'https://workflow.base.vn', workflow_ids: ['3051'], field_map: {}, numbers: 'dot', version: 1 },
  ...{ has_token: true, allowed_origin: 'https://workflow.base.vn', updated_by: null, updated_at: null, problem: null },
  ...{ columns: ['bukkenmei', 'chiku'], defaults: { url: '', workflow_ids: [] } },
};
const fieldOf = (id: number) => ({
  ...{ origin: 'form', id: String(id), name: `Trường ${id}`, type: 'text', value: 'X', column: null, becomes: null, problem: null },
});
const SAMPLE = {
  workflow_id: '3051',
  external_id: '8',
  name: 'DR-8',
  message: null,
  fields: Array.from({ length: 20 }, (_, id) => fieldOf(id)),
};
const unmatched = (text: string) => ({
  ...{ kind: 'person', text, jobs: 2, held: 0, customer_id: null, similar: [{ id: 3, name: 'Lan' }], assigned_to: null },
});

it('draws names once all above them is there, and what is read of the source below them', async () => {
  const app = await openStubbedApp({ rows: { users: [{ id: 3, name: 'Lan' }] } });
  const { page } = app;
  const settings = Promise.withResolvers<void>();
  const sample = Promise.withResolvers<void>();
  app.answer('GET', 'crawl_settings', async () => {
    await settings.promise;
    return { json: SETTINGS };
  });
  app.answer('GET', 'crawl_settings/sample', async () => {
    await sample.promise;
    return { json: SAMPLE };
  });
  app.answer('GET', 'crawl_unmatched', () => ({ json: { data: [unmatched('Lân'), unmatched('Hoa')] } }));
  const alias = { id: 1, kind: 'customer', text: '青葉', target_id: 4, target_name: '青葉ホーム', assigned_by: null, assigned_at: null };
  app.answer('GET', 'crawl_aliases', () => ({ json: { data: [alias] } }));
  await app.go('/crawl-settings');
  const names = page.getByRole('table', { name: 'Tên chưa khớp' });
  await expect.poll(() => app.callsOf('GET', 'crawl_unmatched').length).toBe(1);
  expect(await names.count()).toBe(0);
  settings.resolve();
  await names.waitFor();
  const placesOf = () => Promise.all([names, page.getByText('青葉ホーム')].map(async (part) => (await part.boundingBox())!.y));
  const places = await placesOf();
  sample.resolve();
  await page.getByRole('combobox', { name: 'Cột cho trường «Trường 19»' }).waitFor();
  expect(await placesOf()).toEqual(places);
});

it('keeps a chosen person, and all in its place, while a column is chosen and saved', async () => {
  const app = await openStubbedApp({ rows: { users: [{ id: 3, name: 'Lan' }] } });
  const { page } = app;
  app.answer('GET', 'crawl_settings', () => ({ json: SETTINGS }));
  app.answer('GET', 'crawl_settings/sample', () => ({ json: SAMPLE }));
  app.answer('GET', 'crawl_unmatched', () => ({ json: { data: [unmatched('Lân')] } }));
  app.answer('GET', 'crawl_aliases', () => ({ json: { data: [] } }));
  app.answer('POST', 'crawl_settings/test', () => ({
    json: { ok: true, message: null, workflows: [{ id: '3051', ok: true, jobs: 8, message: null }], sample: SAMPLE },
  }));
  app.answer('PUT', 'crawl_settings', ({ body }) => ({ json: { ...SETTINGS, ...body, version: 2 } }));
  await app.go('/crawl-settings');
  await page.getByRole('button', { name: /Lan$/ }).click();
  const person = page.getByRole('combobox', { name: 'Gán «Lân»' });
  await expect.poll(() => person.inputValue()).toBe('Lan');
  const column = page.getByRole('combobox', { name: 'Cột cho trường «Trường 3»' });
  await column.waitFor();
  const { y } = (await column.boundingBox())!;
  await column.selectOption({ label: 'Khu vực' });
  await expect.poll(() => app.callsOf('POST', 'crawl_settings/test').length).toBe(1);
  await page.locator('table[aria-busy=true]').waitFor({ state: 'detached' });
  expect((await column.boundingBox())!.y).toBe(y);
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.getByText('Đã lưu cài đặt Base.vn').waitFor();
  expect(await person.inputValue()).toBe('Lan');
  expect(await column.inputValue()).toBe('chiku');
  // What the button says has its lines from the press on.
  await page.getByRole('button', { name: 'Thử kết nối' }).click();
  await page.getByText('Quy trình 3051: 8 công việc').waitFor();
});

it('offers the workflows by name where one looks for them, and their fields where there is no job yet', async () => {
  const app = await openStubbedApp({});
  const { page } = app;
  const none = { workflow_id: null, external_id: null, name: null, message: null, fields: [] };
  const fields = [{ id: '9005', name: '坪数', type: 'number', column: 'tsubosuu' }];
  app.answer('GET', 'crawl_settings', () => ({ json: SETTINGS }));
  app.answer('GET', 'crawl_settings/sample', () => ({ json: none }));
  app.answer('GET', 'crawl_settings/workflows', () => ({
    json: { data: [{ id: '3051', name: 'Quản lý bản vẽ', fields }], message: null },
  }));
  app.answer('GET', 'crawl_unmatched', () => ({ json: { data: [] } }));
  app.answer('GET', 'crawl_aliases', () => ({ json: { data: [] } }));
  await app.go('/crawl-settings');
  await page.getByRole('combobox', { name: 'Cột cho trường «坪数»' }).waitFor();
  await page.getByText('Chọn quy trình theo tên').click();
  const choice = page.getByRole('checkbox', { name: /Quản lý bản vẽ/ });
  const ids = page.getByRole('textbox', { name: 'Mã quy trình' });
  const before = await ids.inputValue();
  await choice.click();
  await expect.poll(() => ids.inputValue()).not.toBe(before);
  await choice.click();
  expect(await ids.inputValue()).toBe(before);
});
