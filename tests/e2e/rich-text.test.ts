import { deflateSync } from 'node:zlib';
import type { Locator, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMAGE_BYTES } from '../../worker/contracts/calls/uploads.ts';
import { pngChunk } from '../support/images.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let writer: Person;
let editor: Locator;
let frame: Locator;
let address: string;

beforeAll(async () => {
  story = await openStory();
  writer = await story.person('writer');
  await writer.unfold('direct.notes');
  frame = writer.page.locator('.rich-text-frame');
  editor = writer.page.getByRole('textbox', { name: /^Mô tả/ });
  const { rows } = await story.stack.client.execute(
    `SELECT id FROM directs WHERE is_checked = 0 AND result_design_point > 0 AND user_id IS NOT NULL AND chekkusha_id IS NOT NULL
     AND tsubosuu IS NOT NULL AND customer_id IS NOT NULL AND work_category_id IS NOT NULL ORDER BY id LIMIT 1`,
  );
  address = `/directs/${rows[0]!.id}/view`;
});
afterAll(() => story?.close());

it('writes bold, sizes, a list and a link, and finds them again after saving', async () => {
  const { page } = writer;
  await writer.go(address);
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await writer.button('Đậm (Ctrl+B)').click();
  await page.keyboard.type('Sửa gấp ');
  await page.keyboard.press('Control+b');
  await page.getByLabel('Cỡ chữ').selectOption('24');
  await page.keyboard.type('tầng hai');
  await page.keyboard.press('Enter');
  await writer.button('Danh sách dấu chấm').click();
  await page.keyboard.type('平面図');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  const link = writer.dialog('Liên kết');
  await link.getByLabel('Địa chỉ').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await link.getByText(/^Địa chỉ phải bắt đầu bằng http/).waitFor();
  await link.getByLabel('Địa chỉ').fill('khach-hang.test/ban-ve');
  await page.keyboard.press('Enter');
  await link.waitFor({ state: 'detached' });
  await editor.getByRole('link', { name: 'khach-hang.test/ban-ve' }).waitFor();
  await save();
  expect(await description()).toBe(
    '<p><strong>Sửa gấp </strong><span class="fs-24">tầng hai</span></p><ul><li><p>平面図</p></li><li><p>' +
      '<a href="https://khach-hang.test/ban-ve" target="_blank" rel="noopener noreferrer">khach-hang.test/ban-ve</a></p></li></ul>',
  );
  await writer.go(address);
  await editor.locator('strong', { hasText: 'Sửa gấp' }).waitFor();
  expect(
    await editor
      .locator('.fs-24')
      .first()
      .evaluate((words) => getComputedStyle(words).fontSize),
  ).toBe('24px');
  await expect.poll(() => editor.getByRole('listitem').count()).toBe(2);
});

it('has the keys in the text again before the press on a control is over', async () => {
  await writer.go(address);
  await editor.click();
  const pressed = (button: Locator) =>
    button.evaluate((control) => {
      (control as HTMLElement).focus();
      (control as HTMLElement).click();
      return document.activeElement?.role;
    });
  expect(await pressed(writer.button('Đậm (Ctrl+B)'))).toBe('textbox');
  expect(await pressed(writer.button('Danh sách dấu chấm'))).toBe('textbox');
  await writer.go(address);
});

it('refuses what is no image, and says why when the server takes none', async () => {
  const { page } = writer;
  writer.expect(/status of 41[35]|ERR_FAILED/);
  await pick('ghi-chu.txt', Buffer.from('x'), 'text/plain');
  await frame.getByText('Hãy chọn một tệp ảnh').waitFor();
  await pick('hong.png', Buffer.from('không phải ảnh'));
  await page.getByText('Không đọc được ảnh hong.png. Hãy chọn ảnh JPEG, PNG hoặc WebP khác.').waitFor();
  await writer.button('Hủy').last().click();

  const answers: [string | RegExp, (route: Route) => Promise<void>][] = [
    ['Không tải lên được tệp: anh.png.', (route) => route.abort()],
    [/5 MB/, (route) => route.continue({ postData: bodyOf(route, Buffer.alloc(IMAGE_BYTES + 1, 0xff)) })],
    [/JPEG, PNG, WebP/, (route) => route.continue({ postData: bodyOf(route, Buffer.from('<svg onload="alert(1)"/>')) })],
  ];
  for (const [told, answer] of answers) {
    await page.route('**/api/v1/upload', answer, { times: 1 });
    await insert('anh.png', picture(40));
    await frame.getByRole('alert').getByText(told).waitFor();
  }
  await expect.poll(() => editor.getByRole('img').count()).toBe(0);
});

it('cuts an image, shows how far it is, and saves only once it is in the text', async () => {
  const { page } = writer;
  const release = await hold();
  await pick('mat-bang.png', picture(200));
  const cut = writer.dialog('Hình ảnh');
  const edge = cut.locator('.ReactCrop__drag-handle.ord-e');
  await edge.waitFor();
  const [handle, whole] = [await edge.boundingBox(), await cut.locator('.ReactCrop').boundingBox()];
  await page.mouse.move(handle!.x + handle!.width / 2, handle!.y + handle!.height / 2);
  await page.mouse.down();
  await page.mouse.move(whole!.x + whole!.width / 2, handle!.y + handle!.height / 2, { steps: 4 });
  await page.mouse.up();
  await cut.getByLabel('Mô tả ảnh').fill('Mặt bằng tầng hai');
  await cut.getByRole('button', { name: 'Chèn ảnh' }).click();
  await page.getByRole('progressbar', { name: 'Đang tải lên mat-bang.png' }).waitFor();

  const before = await description();
  await page.keyboard.press('Control+s');
  await page.getByText('Đang đợi ảnh hoặc lựa chọn vừa gõ rồi lưu…').first().waitFor();
  expect(await description()).toBe(before);
  release();
  await writer.notice('Đã cập nhật!');
  await writer.atList('/directs');
  expect(await description()).toMatch(
    /<img src="\/api\/v1\/files\/[0-9a-f]{64}\.png" alt="Mặt bằng tầng hai" width="\d+" height="200" \/>/,
  );
  await writer.go(address);
  const image = editor.getByRole('img', { name: 'Mặt bằng tầng hai' });
  await image.waitFor();
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeLessThan(150);
});

it('saves nothing when an image that was waited for does not arrive, and goes on without one that is stopped', async () => {
  const { page } = writer;
  const before = await description();
  const fail = await hold((route) => route.abort());
  await insert('hai.png', picture(40));
  await page.getByRole('progressbar').waitFor();
  await writer.button('Lưu').click();
  await page.getByText('Đang đợi ảnh hoặc lựa chọn vừa gõ rồi lưu…').first().waitFor();
  fail();
  await writer.notice(/^Thất bại.*Chưa lưu: có ảnh chưa tải lên được/s);
  await frame.getByText('Không tải lên được tệp: hai.png.').waitFor();
  expect(await description()).toBe(before);

  const release = await hold();
  await insert('ba.png', picture(40));
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('link', { name: 'Tổng quan' }).click();
  await writer.button('Ở lại').click();
  await writer.field('Ghi chú').fill('Không cần ảnh nữa');
  await writer.button('Lưu').click();
  await frame.getByRole('button', { name: 'Hủy' }).click();
  release();
  await writer.notice('Đã cập nhật!');
  await writer.atList('/directs');
  expect(await description()).toBe(before);
});

it('makes a picture above the limit small enough instead of refusing it', async () => {
  await writer.go(address);
  const large = picture(1500);
  expect(large.length).toBeGreaterThan(IMAGE_BYTES);
  await insert('lon.png', large);
  await editor.locator('img[src*=".jpg"]').waitFor();
  await save();
  await writer.close();
});

async function save(): Promise<void> {
  await writer.button('Lưu').click();
  await writer.notice('Đã cập nhật!');
  await writer.atList('/directs');
}

async function description(): Promise<string> {
  const { rows } = await story.stack.client.execute({
    sql: 'SELECT description FROM directs WHERE id = ?',
    args: [address.split('/')[2]!],
  });
  return String(rows[0]!.description);
}

async function pick(name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  await editor.waitFor();
  await frame.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

async function insert(name: string, image: Buffer): Promise<void> {
  await pick(name, image);
  await writer.button('Chèn ảnh').click();
}

/** Keeps the next upload on its way until the answer is called. */
async function hold(then: (route: Route) => Promise<void> = (route) => route.continue()): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // One that was stopped meanwhile has nothing left to go on with.
  const answer = (route: Route) => promise.then(() => then(route)).catch(() => undefined);
  await writer.page.route('**/api/v1/upload', answer, { times: 1 });
  return resolve;
}

/** The upload's form with other bytes as its file. */
function bodyOf(route: Route, bytes: Buffer): Buffer {
  const boundary = /boundary=(.+)$/.exec(route.request().headers()['content-type'] ?? '')![1];
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="anh.png"\r\nContent-Type: image/png\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** A square PNG of noise that no compression makes smaller. */
function picture(side: number): Buffer {
  let seed = 1;
  const rows = Buffer.alloc(side * (side * 3 + 1));
  for (let at = 0; at < rows.length; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    rows[at] = at % (side * 3 + 1) === 0 ? 0 : seed >>> 24;
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', size), pngChunk('IDAT', deflateSync(rows, { level: 0 })), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}
