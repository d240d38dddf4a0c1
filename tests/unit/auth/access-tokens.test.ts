import { expect, it } from 'vitest';
import { ACCESS_SECONDS, signAccessToken, verifyAccessToken } from '../../../worker/platform/auth/tokens.ts';

const SECRETS = ['the-secret-of-today-0123456789abcdef0123456789'];
const CLAIMS = { sub: '7', sid: 'session', roles: ['Writer'], dept: 1, grp: null };
const NOW = Date.parse('2026-11-20T03:00:00Z');
const END = NOW + ACCESS_SECONDS * 1000;

it('is believed again and again until its end, and not from then on', async () => {
  const token = await signAccessToken(CLAIMS, SECRETS, NOW);
  for (const at of [NOW, NOW + 1000, END - 1]) expect(await verifyAccessToken(token, SECRETS, at), String(at - NOW)).toMatchObject(CLAIMS);
  for (const at of [END, END + 1000]) expect(await verifyAccessToken(token, SECRETS, at), String(at - NOW)).toBeUndefined();
});

it('is nothing to other secrets, also while it is remembered for its own', async () => {
  const token = await signAccessToken(CLAIMS, SECRETS, NOW);
  expect(await verifyAccessToken(token, SECRETS, NOW)).toMatchObject(CLAIMS);
  expect(await verifyAccessToken(token, ['the-secret-of-others-0123456789abcdef0123456789'], NOW)).toBeUndefined();
});

it('is verified anew with one letter changed', async () => {
  const token = await signAccessToken(CLAIMS, SECRETS, NOW);
  expect(await verifyAccessToken(token, SECRETS, NOW)).toMatchObject(CLAIMS);
  const [head, , signature] = token.split('.');
  const admin = Buffer.from(JSON.stringify({ ...CLAIMS, roles: ['Admin'], exp: END / 1000, iat: NOW / 1000 })).toString('base64url');
  expect(await verifyAccessToken([head, admin, signature].join('.'), SECRETS, NOW)).toBeUndefined();
});

it('of more people than are remembered is believed all the same', async () => {
  for (let person = 1; person <= 1100; person++) {
    const claims = { ...CLAIMS, sub: String(person) };
    expect(await verifyAccessToken(await signAccessToken(claims, SECRETS, NOW), SECRETS, NOW)).toMatchObject(claims);
  }
});
