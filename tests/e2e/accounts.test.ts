import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  CHANGE_PASSWORD_FIELDS,
  EMAIL_RESET_FIELDS,
  LOGIN_FIELDS,
  REGISTER_FIELDS,
  SIGN_IN_KINDS,
} from '../../worker/contracts/calls/auth.ts';
import { HISTORY_PARAMS } from '../../worker/contracts/calls/history.ts';
import { USER_LOCK_FIELDS } from '../../worker/contracts/calls/users.ts';
import { users } from '../../worker/contracts/entities/users.ts';
import type { Fields } from '../../worker/contracts/fields.ts';
import { type Rule, ruleMessage, ruleToken } from '../../worker/contracts/rules.ts';
import type { Lang } from '../../worker/contracts/text.ts';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { findForeignTexts, readTexts } from '../support/languages.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

const PASSWORD = 'Duong-Xanh-1';
const NEW_PASSWORD = 'Duong-Xanh-2';
const REFUSED = /status of 40[13]/;
/** One pixel is enough to be cropped. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let story: Story;
beforeAll(async () => {
  story = await openStory({ vars: { MAIL_FROM: 'tensu@example.test' } });
});
afterAll(() => story?.close());

describe('an account', () => {
  const lang = 'vi';
  const { t, label } = readTexts(lang);
  const [username, name, mobile] = ['nguyenlan', 'Nguyễn Thị Lan', '0987654321'];
  const email = `${username}@example.test`;
  const password = (person: Person, field: Fields[string] = LOGIN_FIELDS.password) =>
    person.page.getByRole('textbox', { name: exactly(label(field)) });
  const say = (rule: Rule, field: Fields[string]) => ruleMessage(ruleToken(rule), label(field), lang);
  let admin: Person;

  beforeAll(async () => {
    admin = await story.person('admin', { lang });
  });
  afterAll(() => admin?.close());

  it('is made by an Admin, with a role and a strong password', async () => {
    const { page } = admin;
    const { fields } = users;
    await admin.go('/users');
    await admin.row('').first().waitFor();
    await speaks(admin);
    await admin.button(t('control.add')).click();
    await admin.button(t('control.save')).waitFor();
    for (const [field, value] of [
      [fields.username, username],
      [fields.email, email],
      [fields.name, name],
      [fields.employee_code, `NV-${lang}`],
      [fields.area, 'Huế'],
      [fields.password, 'yeu'],
    ] as const)
      await page.getByRole('textbox', { name: exactly(label(field)) }).fill(value);
    for (const [field, value] of [
      [fields.position_id, 'Nhân viên văn phòng'],
      [fields.company_id, 'Tensu Đà Nẵng'],
      [fields.department_id, 'Phòng Tiền chế'],
      [fields.dept_grp_id, 'Nhóm Precut'],
    ] as const)
      await admin.pick(exactly(label(field)), value);
    await admin.button(t('control.save')).click();
    await page.getByText(say('required', fields.role_ids)).waitFor();
    await page.getByText(say('strong_password', fields.password)).waitFor();
    await speaks(admin);
    await admin.pick(exactly(label(fields.role_ids)), 'Viewer');
    await page.keyboard.press('Escape');
    await password(admin, fields.password).fill(PASSWORD);
    await admin.button(t('control.save')).click();
    await admin.notice(t('notice.created'));
    await admin.atList('/users');
    await admin.go(`/users?username__~=${username}`);
    await admin.row(name).getByRole('link', { name, exact: true }).click();
    await admin.button(t('control.save')).waitFor();
    await speaks(admin);
  });

  it('is signed in to, completed, and given another password and a picture', async () => {
    const owner = await story.person('', { lang });
    const { page } = owner;
    await speaks(owner);
    await owner.signIn('', '');
    await page.getByText(t('auth.password_required')).waitFor();
    await speaks(owner);
    await owner.signIn(username, PASSWORD);
    await page.waitForURL('**/home');
    await owner.go('/users/profile');
    await page.locator('[data-field=department_id]').getByText(/\p{L}/u).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: exactly(label(users.fields.department_id)) }).count()).toBe(0);
    await page.getByText(t('user.session_this')).waitFor();
    await speaks(owner);
    await owner.field(label(users.fields.phone_number)).fill('0912345678');
    await owner.button(t('control.save')).click();
    await owner.notice(t('notice.updated'));
    const { rows } = await story.stack.client.execute({ sql: 'SELECT phone_number FROM users WHERE username = ?', args: [username] });
    expect(rows[0]?.phone_number).toBe('0912345678');

    await owner.button(t('user.change_password')).click();
    const dialog = owner.dialog(t('user.change_password'));
    const { old_password, password: fresh, password_confirm } = CHANGE_PASSWORD_FIELDS;
    await password(owner, old_password).fill(PASSWORD);
    await password(owner, fresh).fill(NEW_PASSWORD);
    await password(owner, password_confirm).fill('khac');
    await dialog.getByRole('button', { name: t('user.change_password') }).click();
    await dialog.getByText(say('confirmation', password_confirm)).waitFor();
    await speaks(owner);
    await password(owner, password_confirm).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await owner.notice(t('user.password_changed'));

    await page.setInputFiles('input[type=file]', { name: 'anh.png', mimeType: 'image/png', buffer: PNG });
    const save = owner.button(t('user.avatar_save'));
    await expect.poll(() => save.isEnabled()).toBe(true);
    await speaks(owner);
    await save.click();
    await owner.notice(t('user.avatar_saved'));
    await page.locator('main img[src*="/files/"]').first().waitFor();
    await owner.button(t('user.sessions_end_all')).click();
    await page.getByText(t('user.sessions_end_all_text')).waitFor();
    await speaks(owner);
    await owner
      .dialog()
      .getByRole('button', { name: t('user.sessions_end_all') })
      .click();
    await page.waitForURL('**/login*');
    await owner.close();
  });

  it('is locked, refused with the reason, and unlocked again', async () => {
    const { page } = admin;
    const { endTime, reason } = USER_LOCK_FIELDS;
    await admin.go(`/users?username__~=${username}`);
    await admin.button(t('user.lock', { name })).click();
    const dialog = admin.dialog(t('user.lock', { name }));
    await dialog.getByLabel(exactly(label(endTime))).fill('2020/01/01');
    await dialog.getByLabel(label(reason)).fill('Nghỉ phép');
    await dialog.getByRole('button', { name: t('user.lock_save'), exact: true }).click();
    await dialog.getByText(say('after_start', endTime)).waitFor();
    await speaks(admin);
    await dialog.getByLabel(exactly(label(endTime))).fill('2099/12/31');
    await dialog.getByRole('button', { name: t('user.lock_save'), exact: true }).click();
    await admin.notice(t('user.locked_done', { name, end: '2099/12/31' }));

    const owner = await story.person('', { lang });
    owner.expect(REFUSED);
    await owner.signIn(username, NEW_PASSWORD);
    await owner.page.getByRole('alert').getByText('Nghỉ phép').waitFor();
    await expect.poll(() => owner.page.getByRole('alert').textContent()).toContain('2099/12/31');
    await speaks(owner);

    await admin.button(t('user.lock', { name })).click();
    await dialog
      .getByText(/2099\/12\/31/)
      .first()
      .waitFor();
    await speaks(admin);
    await dialog.getByRole('button', { name: t('user.unlock'), exact: true }).click();
    await admin.notice(t('user.unlocked_done', { name }));
    await owner.signIn(username, NEW_PASSWORD);
    await owner.page.waitForURL('**/home');

    for (const what of ['drop_factor', 'end_sessions'] as const) {
      await admin
        .row(name)
        .getByRole('button', { name: t('control.more') })
        .click();
      await page.getByRole('menuitem', { name: t(`user.${what}`) }).click();
      await page.getByRole('heading', { name: t(`user.${what}_title`, { name }) }).waitFor();
      await speaks(admin);
      await admin.button(t(what === 'end_sessions' ? 'user.end_sessions' : 'control.cancel')).click();
      await admin.dialog().waitFor({ state: 'detached' });
    }
    await page.locator('[data-sonner-toast]').waitFor();
    await speaks(admin);
    await owner.page.reload();
    await owner.page.waitForURL('**/login*');
    await owner.close();
  });

  it('is switched off at once, while nobody switches their own off', async () => {
    const { page } = admin;
    await admin.go(`/users?username__~=${username}`);
    await page.getByRole('switch', { name: t('user.active_of', { name }) }).click();
    await admin.notice(t('notice.status_changed', { name }));
    await page.getByRole('switch', { name: t('user.active_of', { name }), checked: false }).waitFor();
    await admin.go('/users?username__~=admin');
    const own = page.getByRole('switch', { name: t('user.active_of', { name: 'Trần Quốc Việt' }) });
    await own.waitFor();
    await expect.poll(() => own.isDisabled()).toBe(true);
  });

  it('leaves every step in the history, before and after', async () => {
    const { page } = admin;
    await admin.go('/history?entity=users');
    const row = admin.row(label(users.fields.phone_number)).first();
    await row.getByRole('button').click();
    await page.getByText(`${label(users.fields.phone_number)}: (trống) → 0912345678`).waitFor();
    await speaks(admin);
    await expect.poll(() => page.getByLabel(label(HISTORY_PARAMS.entity)).count()).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    const folded = page.getByRole('listitem').filter({ hasText: new RegExp(`${label(users)} #\\d+ · ${name}`) });
    await expect.poll(() => folded.first().textContent()).toMatch(/20\d\d\/\d\d\/\d\d \d\d:\d\d.*Trần Quốc Việt/);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: t('route.sign_ins') }).click();
    await admin.row(SIGN_IN_KINDS.locked[lang]).first().waitFor();
    await speaks(admin);
    await page.getByRole('link', { name: t('route.failed_jobs') }).click();
    await page.getByText(t('history.no_jobs')).waitFor();
    await speaks(admin);
  });

  it('comes back by the mailed link when its password is forgotten', async () => {
    await story.stack.client.execute({ sql: 'UPDATE users SET active = 1 WHERE username = ?', args: [username] });
    const visitor = await story.person('', { lang });
    const { page } = visitor;
    await page.getByRole('link', { name: t('auth.forgot') }).click();
    await page.getByLabel(exactly(label(EMAIL_RESET_FIELDS.email))).fill('khong phai');
    await page.keyboard.press('Enter');
    await page.getByText(say('email', EMAIL_RESET_FIELDS.email)).waitFor();
    await speaks(visitor);
    await page.getByLabel(exactly(label(EMAIL_RESET_FIELDS.email))).fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: t('account.link_sent') }).waitFor();
    await speaks(visitor);
    await visitor.go('/reset-password');
    await page.getByText(t('account.link_incomplete')).waitFor();
    await speaks(visitor);
    await visitor.go(await mailedLink(name));
    await speaks(visitor);
    await password(visitor, CHANGE_PASSWORD_FIELDS.password).fill(PASSWORD);
    await password(visitor, CHANGE_PASSWORD_FIELDS.password_confirm).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('[data-sonner-toast]').waitFor();
    await speaks(visitor);
    await page.waitForURL('**/login');
    await visitor.signIn(username, PASSWORD);
    await page.waitForURL('**/home');
    await visitor.close();
  });

  it('waits for an Admin when somebody registers it', async () => {
    const visitor = await story.person('', { lang });
    visitor.expect(REFUSED);
    const { page } = visitor;
    await page.getByRole('link', { name: t('auth.register') }).click();
    await page.getByLabel(exactly(label(REGISTER_FIELDS.mobile))).fill('12');
    await password(visitor, REGISTER_FIELDS.password).fill(PASSWORD);
    await password(visitor, REGISTER_FIELDS.passwordConfirm).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(say('phone_number', REGISTER_FIELDS.mobile)).waitFor();
    await speaks(visitor);
    await page.getByLabel(exactly(label(REGISTER_FIELDS.mobile))).fill(mobile);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: /\p{L}/u }).waitFor();
    await speaks(visitor);
    await visitor.go('/login');
    await visitor.signIn(mobile, PASSWORD);
    await page.getByRole('alert').filter({ hasText: /\p{L}/u }).waitFor();
    await speaks(visitor);
    await visitor.close();
  });

  it('takes a second factor on, asks for it, and opens a locked screen where it was left', async () => {
    const owner = await story.person('', { lang });
    owner.expect(REFUSED);
    const { page } = owner;
    await owner.signIn(username, PASSWORD);
    await page.waitForURL('**/home');
    await owner.go('/users/profile');
    const factor = page.getByRole('region', { name: t('user.factor') });
    await factor.getByRole('button', { name: t('user.factor_enable') }).click();
    await password(owner).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: t('user.factor_qr') }).waitFor();
    await speaks(owner);
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const code = page.getByRole('textbox', { name: exactly(label(LOGIN_FIELDS.otp)) });
    await code.fill(await computeTotpCode(secret, Math.floor(story.stack.now() / 30_000)));
    await page.keyboard.press('Enter');
    const kept = page.getByRole('alertdialog');
    await kept.getByRole('listitem').first().waitFor();
    const first = await kept.getByRole('listitem').allTextContents();
    const [file] = await Promise.all([page.waitForEvent('download'), owner.button(t('user.factor_codes_save')).click()]);
    const saved = (await readText(await file.createReadStream())).split('\r\n');
    expect(file.suggestedFilename()).toBe('tensu-recovery-codes.txt');
    expect(saved.slice(2, 12)).toEqual(first);
    expect(saved[0]).toContain(username);
    await owner.button(t('user.factor_codes_kept')).click();
    await factor.getByText(t('user.factor_on', { n: 10 })).waitFor();
    await speaks(owner);
    await factor.getByRole('button', { name: t('user.factor_codes_renew') }).click();
    await owner
      .dialog(t('user.factor_codes_renew'))
      .getByRole('button', { name: t('user.factor_codes_renew') })
      .click();
    await kept.getByRole('listitem').first().waitFor();
    const codes = await kept.getByRole('listitem').allTextContents();
    expect(new Set([...first, ...codes]).size).toBe(20);
    await owner.button(t('user.factor_codes_kept')).click();

    await owner.go('/login');
    await owner.signIn(username, PASSWORD);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: /\p{L}/u }).waitFor();
    await speaks(owner);
    await code.fill(codes[0]!);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');

    await owner.go('/users/profile');
    await owner.button(t('app.user_menu', { name })).click();
    await speaks(owner);
    await page.getByRole('link', { name: t('account.lock_screen') }).click();
    await page.getByText(t('account.lock_text')).waitFor();
    await speaks(owner);
    await password(owner).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await code.fill(codes[1]!);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users/profile');
    await factor.getByRole('button', { name: t('user.factor_disable') }).click();
    await password(owner).fill(PASSWORD);
    await code.fill(codes[2]!);
    await speaks(owner);
    await page.keyboard.press('Enter');
    await factor.getByText(t('user.factor_off')).waitFor();
    await owner.close();
  });

  it('is told the terms, and of an address that is no page', async () => {
    const visitor = await story.person('', { lang });
    for (const path of ['/pricing', '/privacy-policy', '/term-of-use', '/khong/co']) {
      await visitor.go(path);
      await speaks(visitor);
    }
    await visitor.close();
  });

  it('has all its screens in English, with their mistakes', async () => {
    const english = readTexts('en');
    const visitor = await story.person('', { lang: 'en' });
    await visitor.signIn('', '');
    await visitor.page.getByText(english.t('auth.password_required')).waitFor();
    await speaks(visitor, 'en');
    for (const path of ['/register', '/forgot-password']) {
      await visitor.go(path);
      await visitor.page.locator('form button').last().click();
      await visitor.page.locator('[aria-invalid=true]').first().waitFor();
      await speaks(visitor, 'en');
    }
    for (const path of ['/reset-password', '/pricing', '/privacy-policy', '/term-of-use', '/khong/co']) {
      await visitor.go(path);
      await speaks(visitor, 'en');
    }
    await visitor.close();

    const owner = await story.person('admin', { lang: 'en' });
    await owner.go('/users/add');
    await owner.button(english.t('control.save')).click();
    await owner.page.locator('[aria-invalid=true]').first().waitFor();
    await speaks(owner, 'en');
    await owner.visit(`/users?username__~=${username}`);
    await owner.button(english.t('user.lock', { name })).click();
    await owner
      .dialog(english.t('user.lock', { name }))
      .getByRole('button', { name: english.t('user.lock_save'), exact: true })
      .click();
    await speaks(owner, 'en');
    await owner.go('/users/profile');
    await owner.page.getByText(english.t('user.session_this')).waitFor();
    await speaks(owner, 'en');
    await owner.button(english.t('user.change_password')).click();
    await owner.dialog().getByRole('heading').waitFor();
    await speaks(owner, 'en');
    for (const path of ['/history?entity=users', '/history/sign-ins']) {
      await owner.go(path);
      await owner.row('').first().waitFor();
      await speaks(owner, 'en');
    }
    await owner.close();
  });
});

/** Everything on the screen is in this language. */
async function speaks({ page }: Person, lang: Lang = 'vi'): Promise<void> {
  expect(await findForeignTexts(page, lang, story.stack.client), page.url()).toEqual([]);
}

/** A field's label as it is written, with or without the word that it is required. */
const exactly = (label: string) => new RegExp(`^${label}(?: \\(|$)`);

/** The link in the mail to this person, on the site's own origin. */
function mailedLink(name: string): Promise<string> {
  return vi.waitFor(async () => {
    const files = (await readdir(story.stack.tmp, { recursive: true })).filter((file) => file.endsWith('.txt'));
    const mails = await Promise.all(files.map((file) => readFile(join(story.stack.tmp, file), 'utf8')));
    // Other mails tell the same person of new sign-ins and changes.
    const links = mails.filter((mail) => mail.includes(name)).flatMap((mail) => /\/reset-password\?token=\S+/.exec(mail)?.[0] ?? []);
    const [link] = links;
    if (!link) throw new Error('No mail came');
    return link;
  }, MAX_WAIT_MS);
}
