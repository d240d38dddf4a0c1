import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const JOB = {
  ...{ id: 1, name: 'DR-1', bukkenmei: '池田様邸', tokuisakimei: '青葉ホーム', hacchyuu_naiyou: '基礎伏図', tsubosuu: 30.5 },
  ...{ uketsuke_hi: '2026-10-01', kibou_nouki: '2026-10-05', henkyaku_hi: '2026-10-05', on_time: 1, teisei_henkyaku_hi: null },
};
const MONTH = {
  ...{ customer: { id: 7, code: 'AOBA', name: '青葉ホーム（株）' }, year: 2026, month: 10, draft: true },
  jobs: [JOB, { ...JOB, id: 2, name: 'DR-2', henkyaku_hi: '2026-10-06', on_time: 0, teisei_henkyaku_hi: '2026-10-09' }],
  totals: { jobs: 2, tsubosuu: 61, on_time: 1, late: 1, corrections: 1 },
};

for (const width of [1440, 390])
  it(`shows a customer's month in Japanese at ${width} px, marked while it is open, printed or saved from there`, async () => {
    const app = await openStubbedApp({ role: 'Viewer', width });
    const { page, callsOf } = app;
    let month: object = MONTH;
    app.answer('GET', 'customers/7/deliveries', () => ({ json: month }));
    await app.go('/customers/7/deliveries');
    const sheet = page.getByRole('article', { name: '納品一覧' });
    await sheet.getByText('青葉ホーム（株） 御中').waitFor();
    await sheet.getByText('下書き（未確定）').waitFor();
    expect(callsOf('GET', 'customers/7/deliveries')[0]?.query.get('month')).toBe('10');
    expect(await sheet.locator('tbody tr').nth(1).locator('td').allInnerTexts()).toEqual([
      ...['DR-2', '池田様邸', '青葉ホーム', '基礎伏図', '30.50', '2026/10/01', '2026/10/05', '2026/10/06', '遅延', '2026/10/09'],
    ]);
    await page.emulateMedia({ media: 'print' });
    expect(await sheet.isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    if (width < 500) await page.getByRole('button', { name: 'Thao tác khác' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Xuất Excel' }).click();
    expect((await saved).suggestedFilename()).toBe('deliveries-AOBA-2026-10.xlsx');
    month = { ...MONTH, draft: false, jobs: [], totals: { jobs: 0, tsubosuu: 0, on_time: 0, late: 0, corrections: 0 } };
    await app.go('/customers/7/deliveries?year=2026&month=9');
    await page.getByText('Không có công việc nào trả trong tháng', { exact: false }).waitFor();
    expect(await sheet.getByText('下書き（未確定）').count()).toBe(0);
  });

it('is a press away in the list of customers', async () => {
  const app = await openStubbedApp({ rows: { customers: [{ id: 7, code: 'AOBA', name: '青葉ホーム', work_category: [] }] } });
  await app.go('/customers');
  const link = app.page.getByRole('link', { name: 'Bảng kê giao hàng' });
  await link.waitFor({ state: 'attached' });
  expect(await link.getAttribute('href')).toBe('/customers/7/deliveries');
});
