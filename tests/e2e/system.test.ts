import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

const MINUTE = '* * * * *';

let story: Story;
let admin: Person;
beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
  await admin.go('/home');
});
afterAll(() => story?.close());

const check = () => admin.row('Tác vụ nền lỗi').first();

async function expectInBell(text: string) {
  await admin.page.reload();
  await admin.page.getByRole('button', { name: /^Thông báo: \d+ chưa đọc$/ }).click();
  const notices = admin.page.getByRole('dialog', { name: 'Thông báo mới nhất' });
  await notices.getByText(text).first().waitFor();
  await admin.page.keyboard.press('Escape');
}

it('tells an Admin in the bell what has broken, shows where, and tells once it is mended', async () => {
  const { page } = admin;
  await story.stack.deliver([{ type: 'import', import_id: 987_654 }], 'tensu-jobs-dead', 4);
  expect(await story.stack.dispatchCron(MINUTE)).toBe('ok');
  await expectInBell('Có việc nền bị bỏ sau nhiều lần thử');

  await admin.go('/system');
  await check().getByText('Cần xem').waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await check().getByRole('link').first().click();
  await page.waitForURL('**/history/failed-jobs');
  await page
    .getByRole('button', { name: /^Nội dung của việc/ })
    .first()
    .click();
  await admin.button('Đã xử lý').click();
  await admin.button('Đã xử lý').waitFor({ state: 'detached' });

  expect(await story.stack.dispatchCron(MINUTE)).toBe('ok');
  await expectInBell('Đã ổn trở lại: Tác vụ nền lỗi');
  await admin.go('/system');
  await check().getByText('Tốt').waitFor();
  await admin.close();
});
