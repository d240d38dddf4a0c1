import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFirstAdminLink } from '../../scripts/create-admin.ts';
import { FIRST_STEPS, type FirstStepName } from '../../worker/contracts/calls/first-steps.ts';
import { contractOf } from '../../worker/contracts/contracts.ts';
import { fillTemplate, type SheetRow } from '../support/fill-template.ts';
import { countCharacters, makeFirstOffice } from '../support/first-office.ts';
import { PICTURE_SIZE, takeManualPicture } from '../support/manual-picture.ts';
import { OFFICE_DAY } from '../support/site-clock.ts';
import { openStory, type Person, type Story } from '../support/story.ts';
import { workbookOf } from '../support/workbooks.ts';

/** How fast a person works whom the stop-watch counts. */
const CHARACTERS_A_MINUTE = 200;
const CLICK_SECONDS = 2;
/** A file is opened, saved and found again in the windows of other programs. */
const CLICKS_OF_A_FILE = 4;
const MAX_MINUTES = 30;
const PASSWORD = 'Duong-Xanh-1';
const MONTH = OFFICE_DAY.slice(0, 7);

const sheets = makeFirstOffice(MONTH);
const work = { clicks: 0, characters: 0 };

let story: Story;
let admin: Person;
beforeAll(async () => {
  story = await openStory({ demo: false });
});
afterAll(() => story?.close());

async function press(locator: Locator) {
  work.clicks += 1;
  await locator.click();
}

async function type(locator: Locator, text: string) {
  work.characters += text.length;
  await locator.fill(text);
}

const step = (name: FirstStepName) => admin.page.locator(`[data-step="${name}"]`);
const isDone = (name: FirstStepName) => admin.page.locator(`[data-step="${name}"]:not([data-state=open])`).waitFor();

async function openSteps() {
  work.clicks += 1;
  await admin.visit('/first-steps');
  await admin.page.getByText('Đã xong').first().waitFor();
}

async function setPassword(person: Person, path: string) {
  await person.go(path);
  await type(person.field(/^Mật khẩu mới/), PASSWORD);
  await type(person.field(/^Xác nhận mật khẩu/), PASSWORD);
  await press(person.button('Đặt mật khẩu'));
  await person.page.waitForURL('**/login');
}

/** What the office's files, which were there before, call some of their columns. */
const OWN_HEADINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { username: 'Tài khoản', department_id: 'Phòng' },
  customers: { code: 'Mã KH', name: 'Tên KH', work_category: 'Hạng mục' },
  standards: { customer_id: 'Mã KH', work_category_id: 'Hạng mục', standard_design_point: 'Điểm TK', standard_check_point: 'Điểm KT' },
  directs: { name: 'Mã việc', customer_id: 'Mã KH', work_category_id: 'Hạng mục' },
};
const labelOfField = (entity: string, field: string) => contractOf(entity)!.fields[field]!.label.vi;

/** Says of the office's own headings what they are, where the app asks and did not find it itself, and makes the names that are new. */
async function answerQuestions(entity: string, look?: () => Promise<void>) {
  const done = admin.page.locator('[data-sonner-toast]').filter({ hasText: 'Đã nhập!' });
  const goOn = admin.dialog().getByRole('button', { name: 'Tiếp tục' });
  const write = admin.dialog().getByRole('button', { name: /^(Ghi [\d.]+ dòng|Tạo \d+ tên rồi nhập)$/ });
  await goOn.or(write).or(done).first().waitFor();
  if (await goOn.isVisible()) {
    for (const [field, heading] of Object.entries(OWN_HEADINGS[entity]!)) {
      const box = admin.dialog().getByRole('combobox', { name: `Mục của cột «${heading}»` });
      const label = labelOfField(entity, field);
      if ((await box.inputValue()) === label) continue;
      await press(box);
      await type(box, label);
      await press(admin.page.getByRole('option', { name: label }).first());
    }
    await press(goOn);
    await write.first().waitFor();
    await look?.();
  }
  if (await write.first().isVisible()) await press(write.first());
}

/** Sends the office's own file or the filled template where the step does; `look` sees the result of trying it first. */
async function importSheet(name: FirstStepName, entity: string, rows: readonly SheetRow[], look?: () => Promise<void>) {
  const own = OWN_HEADINGS[entity];
  const label = contractOf(entity)!.label.vi;
  const line = step(name)
    .getByRole('listitem')
    .filter({ has: admin.page.getByRole('link', { name: label, exact: true }) });
  const fillIn = async () => {
    const template = await admin.download(() => press(line.getByRole('button', { name: `Tệp mẫu: ${label}` })));
    work.characters += countCharacters(rows);
    return fillTemplate(entity, template.rows[0]!, rows);
  };
  const headings = Object.keys(rows[0]!).map((field) => own?.[field] ?? labelOfField(entity, field));
  const file = own ? await workbookOf([headings, ...rows.map((row) => Object.values(row))]) : await fillIn();
  work.clicks += CLICKS_OF_A_FILE;
  await press(line.getByRole('button', { name: 'Nhập Excel' }));
  await admin.field(/Tệp Excel/).setInputFiles({ name: `${entity}.xlsx`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) });
  await press(admin.dialog().getByRole('button', { name: 'Nhập', exact: true }));
  if (own) await answerQuestions(entity, look);
  await admin.notice('Đã nhập!');
}

it('brings an empty site to a month that everybody can see within half an hour, by what the page of the first steps tells', async ({
  annotate,
}) => {
  const start = performance.now();
  admin = await story.person('', { viewport: PICTURE_SIZE });
  // That a file has headings of its own is an answer of the server.
  admin.expect(/status of 422/);
  await setPassword(admin, (await createFirstAdminLink(story.stack.client))!);
  await admin.signIn('admin', PASSWORD);
  work.characters += 'admin'.length + PASSWORD.length;
  await admin.page.waitForURL('**/home');
  await press(admin.page.getByRole('link', { name: /^Bắt đầu sử dụng: còn/ }));
  await step('company').waitFor();
  await takeManualPicture(admin.page, 'first-steps');

  // The file of the people makes their company, positions, departments and groups.
  for (const name of Object.keys(FIRST_STEPS) as FirstStepName[]) if (name !== 'company') await takeStep(name);
  await isDone('company');
  await admin.page.getByText('Mọi bước đã xong hoặc đã bỏ qua.').waitFor();

  await admin.visit('/total');
  await admin.row('').first().waitFor();
  await expect.poll(() => admin.page.locator('main h1 span').textContent()).toMatch(/^\s*41$/);
  const { rows } = await story.stack.client.execute(
    'SELECT COUNT(*) AS jobs, SUM(result_design_point IS NULL OR result_check_point IS NULL) AS without FROM directs',
  );
  expect(rows).toEqual([{ jobs: sheets.directs!.length, without: 0 }]);

  const seconds = (performance.now() - start) / 1000;
  const minutes = work.characters / CHARACTERS_A_MINUTE + (work.clicks * CLICK_SECONDS + seconds) / 60;
  const told = `${minutes.toFixed(0)} minutes: ${work.characters} characters, ${work.clicks} clicks, ${seconds.toFixed(0)} s of the site`;
  await annotate(told, 'stop-watch');
  expect(minutes, told).toBeLessThan(MAX_MINUTES);
  await admin.close();
});

/** By username, the address of the link on the printed sheet. */
let links: ReadonlyMap<string, string>;

async function takeStep(name: FirstStepName) {
  await step(name).and(admin.page.locator('[data-state=open]')).waitFor();
  if (name === 'formulas') {
    await press(admin.button('Lấy bộ công thức có sẵn'));
    await press(admin.dialog().getByRole('button', { name: 'Lấy bộ công thức có sẵn' }));
    await admin.notice(/^Đã thêm \d+ công thức/);
  }
  const { entities, optional = [] } = { optional: undefined, ...FIRST_STEPS[name] };
  for (const entity of [...entities, ...optional]) {
    const rows = sheets[entity];
    if (rows) await importSheet(name, entity, rows, entity === 'standards' ? lookAtPreview : undefined);
  }
  if (name === 'people') links = await printLinks();
  if (name === 'source') await press(step(name).getByRole('button', { name: 'Bỏ qua bước này' }));
  if (name === 'calculation') {
    await press(step(name).getByRole('link', { name: 'Mở trang tính điểm' }));
    await press(admin.button('Tính điểm'));
    await admin.page.getByRole('status').filter({ hasText: 'Đã xong' }).waitFor();
    await openSteps();
  }
  await isDone(name);
}

async function lookAtPreview() {
  await admin.dialog().getByText(`${sheets.standards!.length} dòng: thêm ${sheets.standards!.length},`, { exact: false }).waitFor();
  await takeManualPicture(admin.page, 'first-import');
}

/** Makes the sheet with a link for each person, and reads it. */
async function printLinks(): Promise<ReadonlyMap<string, string>> {
  await press(step('people').getByRole('link', { name: 'Liên kết đặt mật khẩu' }));
  await press(admin.button(`Tạo tờ liên kết cho ${sheets.users!.length} người`));
  const strips = admin.page.locator('main li').filter({ has: admin.page.locator('code') });
  await strips.first().waitFor();
  const texts = await strips.allInnerTexts();
  await takeManualPicture(admin.page, 'password-links');
  await openSteps();
  return new Map(texts.map((text) => [/Tên đăng nhập: (\S+)/.exec(text)![1]!, /https?:\S+/.exec(text)![0]]));
}

it('lets a person in by the link of the sheet, who finds the own points', async () => {
  expect(links.size).toBe(sheets.users!.length);
  const [job] = sheets.directs!;
  const username = String(job!.user_id);
  const person = await story.person('');
  await setPassword(person, links.get(username)!);
  await person.signIn(username, PASSWORD);
  await person.page.waitForURL('**/home');
  await person.go('/my-points');
  await person.page
    .getByRole('listitem')
    .filter({ hasText: String(job!.bukkenmei) })
    .first()
    .waitFor();
  await person.close();
});
