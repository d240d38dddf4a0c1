import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

it('names the device of a sign-in, and keeps what the browser said of itself at hand', async () => {
  const event = { at: '2026-11-20 10:00:00', kind: 'success', user_id: 1, username: 'an', user_name: 'An', address: '192.0.2.1' };
  const rows = [
    { ...event, id: 2, user_agent: CHROME },
    { ...event, id: 1, user_agent: 'nightly script 1.0' },
  ];
  const app = await openStubbedApp({ rows: { 'sign-ins': rows } });
  await app.go('/history/sign-ins');
  expect(await app.page.getByText('Chrome · Linux', { exact: true }).getAttribute('title')).toBe(CHROME);
  await app.page.getByText('nightly script 1.0').waitFor();
});
