import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { SOCIAL_FIELDS } from '../../contracts/calls/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import { query } from '../db/query.ts';
import { readFirst } from '../db/typed-rows.ts';
import type { Deps, Settings } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseCallBody } from '../parse-call.ts';
import { fold } from '../text/fold.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { ACCOUNT_READERS, type Account, accountColumns, completeSignIn, refuseSignIn } from './complete-sign-in.ts';
import { type Device, hasSignedInOn } from './device-cookie.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';
import type { SignedIn } from './sessions.ts';

export const PROVIDERS = ['google', 'facebook'] as const;
export type Provider = (typeof PROVIDERS)[number];

const NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };
const PER_ADDRESS = 20;

/**
 * Opens a session for the account whose e-mail address the provider has verified. The provider must say that the token was made for our own
 * application: a token given to another one proves nothing. Never makes an account. 404 while the provider is not configured.
 */
export async function socialLogin(
  deps: Deps,
  provider: Provider,
  client: ClientInfo,
  device: Device | undefined,
  body: Values,
): Promise<SignedIn> {
  const { db, clock, settings } = deps;
  const ask = { google: googleEmail, facebook: facebookEmail }[provider](settings);
  if (!ask) throw new AppError('not_found', { what: provider });
  const { access_token, otp } = parseCallBody(SOCIAL_FIELDS, body, client.lang);
  const attempt = await prepareAttempt(clock, [{ subject: `${provider}:${client.network}`, limit: PER_ADDRESS }]);
  refuseExceeded(clock, await db.read(attempt.state));
  await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)));
  const email = await ask(access_token);
  const user = email === undefined ? undefined : await accountOf(deps, email);
  if (!user) {
    const error = email === undefined ? new AppError('provider_refused', { provider: NAMES[provider] }) : new AppError('no_account');
    return refuseSignIn(deps, client, attempt, { kind: 'failure', userId: undefined, error });
  }
  const knownDevice = (await hasSignedInOn(device, String(user.username_fold))) ? device : undefined;
  return completeSignIn(deps, client, user, { attempt, otp, knownDevice, condition: sql`u.email = ${user.email}` });
}

/** The account with exactly this address: what folding takes for equal may be somebody else's mailbox. */
async function accountOf(deps: Deps, email: string): Promise<Account | undefined> {
  const selecting = sql`SELECT ${accountColumns(deps)} FROM users u WHERE u.email_fold = ${fold(email)}`;
  const row = await deps.db.read(query(selecting, readFirst(ACCOUNT_READERS)));
  return row?.email?.toLowerCase() === email.toLowerCase() ? row : undefined;
}

/** Reads the verified address of a token from the provider; undefined for an invalid token. */
type AskEmail = (token: string) => Promise<string | undefined>;

const googleAnswer = z.object({ aud: z.string(), email: z.string(), email_verified: z.union([z.literal('true'), z.literal(true)]) });

function googleEmail({ googleClientId, googleUrl = 'https://oauth2.googleapis.com' }: Settings): AskEmail | undefined {
  if (!googleClientId) return undefined;
  return async (token) => {
    const answer = googleAnswer.safeParse(await answerOf(`${googleUrl}/tokeninfo`, { access_token: token }));
    return answer.success && answer.data.aud === googleClientId ? answer.data.email : undefined;
  };
}

const facebookToken = z.object({ data: z.object({ app_id: z.string(), is_valid: z.literal(true), user_id: z.string() }) });
const facebookUser = z.object({ id: z.string(), email: z.string() });

/** Facebook names an address only once its owner has confirmed it. */
function facebookEmail({ facebookAppId, facebookAppSecret, facebookUrl = 'https://graph.facebook.com' }: Settings): AskEmail | undefined {
  if (!facebookAppId || !facebookAppSecret) return undefined;
  return async (token) => {
    const app = `${facebookAppId}|${facebookAppSecret}`;
    const checked = facebookToken.safeParse(await answerOf(`${facebookUrl}/debug_token`, { input_token: token, access_token: app }));
    if (!checked.success || checked.data.data.app_id !== facebookAppId) return undefined;
    const user = facebookUser.safeParse(await answerOf(`${facebookUrl}/me`, { fields: 'id,email', access_token: token }));
    return user.success && user.data.id === checked.data.data.user_id ? user.data.email : undefined;
  };
}

async function answerOf(url: string, query: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(`${url}?${new URLSearchParams(query)}`, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    return response.ok ? await response.json() : undefined;
  } catch (error) {
    console.warn(JSON.stringify({ provider: new URL(url).hostname, error: (error as Error).name }));
    return undefined;
  }
}
