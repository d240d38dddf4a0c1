import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { openStory, type Story } from '../support/story.ts';

const CUSTOMER = '新青葉ホームズ株式会社';
const [FIRST, SECOND] = ['Kiều Văn Lạ', 'Đoàn Thị Mới'];

let standin: Standin;
let story: Story;
beforeAll(async () => {
  standin = await startBaseVnStandin({
    jobs: 8,
    edgeCases: false,
    names: { usernames: ['admin', 'writer'], checkers: [FIRST, SECOND], customers: [CUSTOMER] },
    workflowIds: ['3051'],
  });
  for (const job of standin.jobs()) {
    job.form = job.form.map((field) => (field.name === '地区' ? { ...field, name: 'Vùng miền' } : field));
    job.form.push({ id: '9900', name: 'Mã hợp đồng', type: 'text', value: `HĐ-${job.id}`, display: `HĐ-${job.id}` });
  }
  story = await openStory({ vars: { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: '' } });
});
afterAll(async () => {
  await story?.close();
  await standin?.close();
});

const directsOf = async (column: string) => {
  const ids = standin.jobs().map(({ id }) => `'${id}'`);
  const { rows } = await story.stack.client.execute(`SELECT ${column} AS value FROM directs WHERE external_id IN (${ids.join(', ')})`);
  return rows.map(({ value }) => value);
};

test('Base.vn is set up on its page alone: connection, fields, and names that nobody goes by', async () => {
  const admin = await story.person('admin');
  await admin.go('/crawl-settings');
  const { page } = admin;
  await page.getByText('còn thiếu: BASE_VN_WORKFLOW_IDS').first().waitFor();

  // An address that is not allowed is refused; nothing is called.
  const seen = standin.requests.length;
  await admin.field('Địa chỉ').fill('https://workflow.example.com');
  await admin.field('Mã quy trình').fill('3051');
  admin.expect(/status of 422/);
  await admin.button('Thử kết nối').click();
  await page.getByText('chỉ được kết nối tới').waitFor();
  expect(standin.requests.length).toBe(seen);

  await admin.field('Địa chỉ').fill(standin.url);
  await admin.button('Thử kết nối').click();
  await page.getByText('Quy trình 3051: 8 công việc').waitFor();
  await admin.field('Cột cho trường «Vùng miền»').selectOption({ label: 'Khu vực' });
  await admin.field('Cột cho trường «Mã hợp đồng»').selectOption({ label: 'Không lấy trường này' });
  await admin.row('Vùng miền').getByText('Tự nhận').first().waitFor({ state: 'attached' });
  await admin.button('Lưu').click();
  await admin.notice('Đã lưu cài đặt Base.vn');

  await admin.button('Lấy lại toàn bộ').click();
  await admin.dialog().getByRole('button', { name: 'Lấy lại toàn bộ' }).click();
  await expect.poll(() => directsOf('chiku'), { timeout: 20_000 }).toHaveLength(8);
  expect((await directsOf('chiku')).every(Boolean)).toBe(true);

  await admin.go('/crawl-settings');
  await admin.row(FIRST).waitFor();
  for (const [text, typed] of [
    [FIRST, 'viewer'],
    [SECOND, 'checked'],
  ] as const) {
    const input = admin.row(text).getByRole('combobox', { name: `Gán «${text}»` });
    await input.fill(typed);
    // By key: what still comes above may move the list out of sight.
    await expect.poll(() => page.locator('[role=option]').count()).toBe(1);
    await input.press('Enter');
    await admin.row(text).getByRole('button', { name: 'Gán', exact: true }).click();
  }
  const { rows } = await story.stack.client.execute('SELECT id, name FROM customers WHERE is_updated = 0 ORDER BY id LIMIT 1');
  const name = String(rows[0]!.name);
  await admin.row(CUSTOMER).getByLabel(`Gán «${CUSTOMER}»`).fill(name);
  await page.locator('[role=option]').filter({ hasText: name }).first().click();
  await admin.row(CUSTOMER).getByRole('button', { name: 'Gán', exact: true }).click();

  await expect.poll(async () => [...new Set(await directsOf('customer_id'))]).toEqual([rows[0]!.id]);
  await expect.poll(async () => (await directsOf('chekkusha_id')).every(Boolean)).toBe(true);
  await page.getByText('Không có tên nào chưa khớp.').waitFor();
  await page.getByRole('button', { name: `Bỏ gán «${CUSTOMER}»` }).waitFor();
  await admin.close();
});
