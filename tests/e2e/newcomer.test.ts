import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Story } from '../support/story.ts';

const MAX_PRESSES = 2;
const STAFF = ['admin', 'writer', 'checked'];
const EVERYBODY = [...STAFF, 'viewer'];

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

/** What somebody looks for on their first day, the words that they press from the overview on, and where these lead. */
const WAYS: readonly { sought: string; roles: readonly string[]; presses: readonly RegExp[]; end: RegExp; shows: RegExp }[] = [
  {
    sought: 'what is to be checked',
    roles: STAFF,
    presses: [/việc chưa kiểm tra/],
    end: /\/directs-techousei\/check/,
    shows: /Kiểm tra và tiếp/,
  },
  { sought: 'the undo of an import', roles: STAFF, presses: [/^Nhật ký$/], end: /\/operations/, shows: /^Thao tác đã làm$/ },
  {
    sought: 'the month to be closed',
    roles: STAFF,
    presses: [/^Tháng .* chưa đóng$/],
    end: /\/months\/\d{4}-\d{2}/,
    shows: /^Phiếu điểm$/,
  },
  { sought: 'one’s own points', roles: EVERYBODY, presses: [/^Điểm của tôi$/], end: /\/my-points/, shows: /^Thắc mắc về tháng này$/ },
  { sought: 'why they differ', roles: EVERYBODY, presses: [/^Điểm của tôi$/, /^Vì sao/], end: /\/my-points/, shows: /^Ẩn giải thích$/ },
  { sought: 'the rule book', roles: EVERYBODY, presses: [/^Sổ quy tắc$/], end: /\/rules\/document/, shows: /^In/ },
];

it.each(EVERYBODY)('leads %s from the overview to what they look for, by words in sight alone', async (role) => {
  const { page, go, close } = await story.person(role, { viewport: { width: 1366, height: 768 } });
  const inSight = (words: RegExp) => page.locator('a, button').filter({ hasText: words, visible: true }).first();
  for (const { sought, presses, end, shows } of WAYS.filter(({ roles }) => roles.includes(role))) {
    await go('/home');
    expect(presses.length, sought).toBeLessThanOrEqual(MAX_PRESSES);
    for (const words of presses) {
      await inSight(words).waitFor();
      // Nothing has to be scrolled for.
      const box = (await inSight(words).boundingBox())!;
      expect(box.y + box.height, `${sought}: ${words}`).toBeLessThanOrEqual(768);
      await inSight(words).click();
    }
    await page.waitForURL(end);
    await inSight(shows).waitFor();
  }
  await close();
});
