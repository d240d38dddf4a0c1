import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '../../web/public/manual');

/** The window in which pictures of the manual are taken. */
export const PICTURE_SIZE = { width: 1200, height: 675 };

/** Keeps what the window shows as a picture of the manual, where `MANUAL_PICTURES=1` asks for that. */
export async function takeManualPicture(page: Page, name: string): Promise<void> {
  if (!process.env.MANUAL_PICTURES) return;
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  const webp = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 540 });
    canvas.getContext('2d')!.drawImage(image, 0, 0, 960, 540);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1]!;
  }, png);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(webp, 'base64'));
}
