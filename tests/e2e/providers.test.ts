import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { viteBuild } from '../../scripts/run/bundle.ts';
import { computeTotpCode } from '../../worker/platform/auth/totp.ts';
import { findViolations } from '../support/axe.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let provider: Provider;
let web: string;

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'tensu-providers-'));
  provider = await startProvider();
  await viteBuild(web, { GOOGLE_CLIENT_ID: 'our-google-id', FACEBOOK_APP_ID: '4242', NODE_ENV: 'production' });
  const vars = {
    GOOGLE_CLIENT_ID: 'our-google-id',
    FACEBOOK_APP_ID: '4242',
    FACEBOOK_APP_SECRET: 'a-secret-of-the-tests',
    GOOGLE_URL: provider.url,
    FACEBOOK_URL: provider.url,
  };
  story = await openStory({ web, vars });
});
afterAll(async () => {
  await story?.close();
  provider?.close();
  await rm(web, { recursive: true, force: true });
});

const REFUSED = /status of 40[13]/;
const google = (email: string) => ({ '/tokeninfo': { aud: 'our-google-id', email, email_verified: 'true' } });

describe('signing in through a provider', () => {
  let visitor: Person;
  let page: Page;
  /** The app's requests to the provider. */
  let asked: URLSearchParams;

  beforeAll(async () => {
    visitor = await story.person('');
    page = visitor.page;
    visitor.expect(REFUSED);
    // Their own pages: whoever agrees goes back with a token in the fragment, whoever does not with an error.
    await page.context().route(/^https:\/\/(accounts\.google|www\.facebook)\.com\//, async (route) => {
      asked = new URL(route.request().url()).searchParams;
      const answer = (values: Record<string, string>) => new URLSearchParams({ state: asked.get('state')!, ...values });
      const to = asked.get('redirect_uri');
      await route.fulfill({
        contentType: 'text/html',
        body: `<a id="yes" href="${to}#${answer({ access_token: 'token-of-theirs' })}">Agree</a>
          <a id="no" href="${to}#${answer({ error: 'access_denied' })}">Do not agree</a>
          <a id="forged" href="${to}#${answer({ access_token: 'stolen', state: 'forged' })}">Forge</a>`,
      });
    });
  });

  const choose = async (name: string, answer: 'yes' | 'no' | 'forged') => {
    await visitor.button(name).click();
    await page.locator(`#${answer}`).click();
  };

  it('comes back to the page that was wanted, with nothing of the token left in the address or the history', async () => {
    provider.answers = google('writer@tensu.example');
    await page.goto('/directs?page=1&name__~=x');
    await page.waitForURL('**/login?return_to=*');
    await choose('Đăng nhập bằng Google', 'yes');
    await page.waitForURL('**/directs?page=1&name__~=x');
    expect(asked.get('client_id')).toBe('our-google-id');
    expect(asked.get('redirect_uri')).toEqual(`${story.stack.url}/login/google`);
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toMatch(/token-of-theirs|tensu\.sign-in/);
    expect(kept).not.toContain(asked.get('state'));
    await page.goBack();
    await page.locator('#yes').waitFor();
    expect(page.url()).not.toContain('token-of-theirs');
  });

  it('tells who did not agree, and lets them try again', async () => {
    await page.goto('/login');
    await choose('Đăng nhập bằng Facebook', 'no');
    await page.getByText('Bạn đã không đồng ý ở trang của Facebook').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    expect(await findViolations(page)).toEqual([]);
    provider.answers = {
      '/debug_token': { data: { app_id: '4242', is_valid: true, user_id: '7' } },
      '/me': { id: '7', email: 'viewer@tensu.example' },
    };
    await choose('Thử lại', 'yes');
    await page.waitForURL('**/home');
  });

  it('takes no token that this window did not ask for', async () => {
    provider.answers = google('writer@tensu.example');
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/google')) calls += 1;
    });
    await page.goto('/login');
    await choose('Đăng nhập bằng Google', 'forged');
    await page.getByText('Lần đăng nhập này không bắt đầu từ cửa sổ này').waitFor();
    await page.goto('/login');
    await page.goto('/login/google#access_token=from-a-link&state=guessed');
    await page.getByText('Lần đăng nhập này không bắt đầu từ cửa sổ này').waitFor();
    expect(page.url()).toEqual(`${story.stack.url}/login/google`);
    expect(calls).toBe(0);
    await page.getByRole('link', { name: 'Về trang đăng nhập' }).click();
    await visitor.field('Tên đăng nhập').waitFor();
  });

  it('makes no account for an unknown address, and says so', async () => {
    provider.answers = google('stranger@tensu.example');
    await page.goto('/login');
    await choose('Đăng nhập bằng Google', 'yes');
    await page.getByText('Chưa có tài khoản nào dùng địa chỉ email này').waitFor();
  });

  it('asks for the second factor where the account has one', async () => {
    const secret = await turnOnSecondFactor('checked');
    provider.answers = google('checked@tensu.example');
    await page.goto('/login');
    await choose('Đăng nhập bằng Google', 'yes');
    await visitor.field('Mã xác thực').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('Mã xác thực không đúng').waitFor();
    // The step of the code that turned it on is spent; the next one is good too.
    await visitor.field('Mã xác thực').fill(await computeTotpCode(secret, Math.floor(story.stack.now() / 30_000) + 1));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
  });

  it('speaks English to who chose it, and says when the server knows no provider', async () => {
    await page.route('**/auth/facebook', (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"message":"facebook was not found","code":"not_found"}' }),
    );
    visitor.expect(/status of 404/);
    await page.goto('/login');
    await page.getByRole('button', { name: 'English' }).click();
    await choose('Sign in with Facebook', 'yes');
    await page.getByText('Sign-in with Facebook is not switched on at the server').waitFor();
  });

  it.each(['light', 'dark'] as const)('has buttons that keep nobody out in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/login');
    await visitor.button(/Google/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });
});

it('draws no button in an app that was built without the ids', async () => {
  const { page, button, field, close } = await story.person('');
  const built = inject('webFolder');
  // The page of the other build would go on to fetch files of its own.
  await page.goto('about:blank');
  await page.route(`${story.stack.url}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) return route.fallback();
    return route.fulfill({ path: join(built, pathname.includes('.') ? pathname : 'index.html') });
  });
  await page.goto('/login');
  await field('Tên đăng nhập').waitFor();
  await expect.poll(() => button(/Google|Facebook/).count()).toBe(0);
  await close();
});

/** Its secret, turned on through the API by the account's owner. */
async function turnOnSecondFactor(username: string): Promise<string> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await story.stack.fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, path).toEqual(200);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
    return (await answer.json()) as any;
  };
  const password = 'Tensu-2026';
  const { access_token } = await post('auth/login', { username, password });
  const { data } = await post('me/second-factor', { password }, access_token);
  await post(
    'me/second-factor/confirm',
    { code: await computeTotpCode(data.secret, Math.floor(story.stack.now() / 30_000)) },
    access_token,
  );
  return data.secret;
}
