import { expect, it } from 'vitest';
import { WorkbookError } from '../../worker/platform/xlsx/workbook-error.ts';
import { openStubbedApp } from '../support/stub-app.ts';

const NAME = `${'Bảng công việc gián tiếp tháng mười một của phòng thiết kế '.repeat(4)}.xlsx`;

it('says at the field that a file is no workbook, and keeps a long name in two lines', async () => {
  const app = await openStubbedApp({ width: 390, touch: true });
  const { page } = app;
  app.expect(/status of 415/);
  const file = new WorkbookError('not_a_workbook').text.vi;
  app.answer('POST', 'indirects/import', () => ({
    status: 415,
    json: { code: 'unsupported_type', message: 'Sai kiểu', messages: { file } },
  }));
  await app.go('/indirect');
  await page.getByRole('button', { name: 'Thao tác khác' }).tap();
  await page.getByRole('button', { name: 'Nhập Excel' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: NAME, mimeType: 'text/plain', buffer: Buffer.from('xin chào') });
  expect((await dialog.getByText(NAME).boundingBox())!.height).toBeLessThan(50);
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).tap();
  const space = async () => {
    const [reason, label] = [await dialog.getByText(file).boundingBox(), await dialog.getByText('Khi có dòng sai').boundingBox()];
    return label!.y - (reason!.y + reason!.height);
  };
  // They are measured one after the other, and the dialog may be laid out again in between.
  await expect.poll(space, { message: 'px above the next label' }).toBeGreaterThanOrEqual(0);
  expect(await page.getByText('Thất bại').count()).toBe(0);
  await app.close();
});
