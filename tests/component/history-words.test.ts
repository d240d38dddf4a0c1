import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

it('says who wrote a job last in words, not by the code that is kept', async () => {
  const row = { id: 5, at: '2026-11-18 14:02:11', source: 'screen', author: { id: 2, name: 'Trang' }, user_id: 2, user_name: 'Trang' };
  const write = { ...row, entity: 'directs', record_id: 7, request_id: 'a', action: 'update', changed: ['upsert_by'] };
  const history = [{ ...write, before: { name: 'DR-7', upsert_by: 0 }, after: { name: 'DR-7', upsert_by: 1 } }];
  const app = await openStubbedApp({ rows: { history } });
  await app.go('/history');
  await app.page.getByRole('button', { name: /5/ }).first().waitFor();
  await app.page.locator('tr[data-row-id="5"] button').last().click();
  await expect.poll(() => app.page.getByText('Nguồn dữ liệu:').textContent()).toBe('Nguồn dữ liệu: Lấy từ Base.vn → Nhập tay');
});
