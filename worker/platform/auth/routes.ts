import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { LoginAnswer, RefreshAnswer } from '../../contracts/calls/answers/auth.ts';
import { CONFIRM_FIELDS } from '../../contracts/calls/auth.ts';
import { accountCalls } from '../../contracts/calls/declared/account.ts';
import { authCalls as calls } from '../../contracts/calls/declared/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import { runAfterAnswer } from '../after-answer.ts';
import { bindRoute } from '../call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseCallBody } from '../parse-call.ts';
import { readJsonBody } from '../request-body.ts';
import { authenticate, readBearerClaims, type SessionEnv } from './authenticate.ts';
import { spendCall } from './call-budget.ts';
import { type ClientInfo, readClientInfo, toAuthor } from './client-info.ts';
import { readDevice, rememberDevice } from './device-cookie.ts';
import { confirmIdentity } from './fresh-proof.ts';
import { login } from './login.ts';
import { findMailOrigin } from './mail-origin.ts';
import { refresh } from './refresh.ts';
import { clearRefreshCookie, setRefreshCookie, spendRefreshCookie } from './refresh-cookie.ts';
import { hashRefreshToken } from './refresh-tokens.ts';
import { register } from './register.ts';
import { checkPasswordLink, requestReset, resetPassword } from './reset-password.ts';
import { endSessions, type SignedIn } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';
import { PROVIDERS, socialLogin } from './social.ts';
import { ACCESS_SECONDS } from './tokens.ts';

/** The calls that make and end sessions: they answer without an access token. */
export function authRoutes(deps: Deps): Hono<SessionEnv> {
  const app = new Hono<SessionEnv>();
  app.use('/auth/*', refuseForeignCalls(deps));

  bindRoute(app, calls.login, async (c) =>
    respondSignedIn(c, deps, await login(deps, readClientInfo(c, deps), await readDevice(c, deps), await readJson(c))),
  );

  for (const provider of PROVIDERS) {
    bindRoute(app, calls[provider], async (c) => {
      const device = await readDevice(c, deps);
      return respondSignedIn(c, deps, await socialLogin(deps, provider, readClientInfo(c, deps), device, await readJson(c)));
    });
  }

  bindRoute(app, calls.refresh, async (c) => {
    const token = await spendRefreshCookie(c, deps);
    if (!token) throw new AppError('unauthorized');
    const { accessToken, refreshToken, afterAnswer } = await refresh(deps, readClientInfo(c, deps), token);
    setRefreshCookie(c, refreshToken);
    await runAfterAnswer(c, afterAnswer);
    return c.json({ data: { accessToken } } satisfies RefreshAnswer);
  });

  bindRoute(app, calls.logout, async (c) => {
    const claims = await readBearerClaims(c, deps);
    if (claims) spendCall(claims.sub, deps.clock.now(), deps.settings.callsPerMinute);
    await logout(deps, readClientInfo(c, deps), { sessionId: claims?.sid, refreshToken: await spendRefreshCookie(c, deps) });
    clearRefreshCookie(c);
    return c.json({ message: SIGNED_OUT[readClientInfo(c, deps).lang] });
  });

  bindRoute(app, calls.register, async (c) => {
    const client = readClientInfo(c, deps);
    await register(deps, client, await readJson(c));
    return c.json({ message: REGISTERED[client.lang] }, 201);
  });

  app.use(accountCalls.confirm.path, authenticate(deps));
  bindRoute(app, accountCalls.confirm, async (c) => {
    const { grant } = accountCalls.confirm;
    const { caller } = c.var;
    const proof = await authorizeThenValidate(caller, grant, async () => parseCallBody(CONFIRM_FIELDS, await readJson(c), caller.lang));
    await confirmIdentity(deps, caller, proof);
    return c.json({ message: CONFIRMED[caller.lang] });
  });

  return app;
}

/** The calls that set a forgotten password: they answer without an access token. */
export function passwordRoutes(deps: Deps, confirmEmail: ConfirmEmail): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  bindRoute(app, calls.requestReset, async (c) => {
    const client = readClientInfo(c, deps);
    await runAfterAnswer(c, await requestReset(deps, client, findMailOrigin(c, deps), await readJson(c)));
    return c.json({ original: { message: LINK_SENT[client.lang] } });
  });

  for (const call of [calls.resetForgotten, calls.reset]) {
    bindRoute(app, call, async (c) => {
      const client = readClientInfo(c, deps);
      await runAfterAnswer(c, await resetPassword(deps, client, await readJson(c)));
      return c.json({ message: PASSWORD_SET[client.lang] });
    });
  }

  bindRoute(app, calls.checkResetLink, async (c) => {
    const client = readClientInfo(c, deps);
    await checkPasswordLink(deps, client, await readJson(c));
    return c.json({ message: LINK_WORKS[client.lang] });
  });

  bindRoute(app, calls.confirmEmail, async (c) => {
    const client = readClientInfo(c, deps);
    await runAfterAnswer(c, await confirmEmail(deps, client, await readJson(c)));
    return c.json({ message: EMAIL_CONFIRMED[client.lang] });
  });

  return app;
}

/** Takes the token of a mailed link; answers what is left to do after the answer. */
type ConfirmEmail = (deps: Deps, client: ClientInfo, body: Values) => Promise<() => Promise<void>>;

const readJson = (c: Context) => readJsonBody(c.req.raw);

const CONFIRMED = { vi: 'Đã xác nhận', en: 'Confirmed' };
const EMAIL_CONFIRMED = { vi: 'Đã đổi email của tài khoản', en: 'The email address of the account was changed' };
const LINK_SENT = {
  vi: 'Nếu địa chỉ này thuộc về một tài khoản đang hoạt động, chúng tôi vừa gửi đến đó liên kết đặt lại mật khẩu. Liên kết có hiệu lực 30 phút',
  en: 'If this address belongs to an active account, a link to reset the password is on its way. It works for 30 minutes',
};
const LINK_WORKS = { vi: 'Liên kết còn dùng được', en: 'The link works' };
const PASSWORD_SET = { vi: 'Đã đặt mật khẩu mới. Hãy đăng nhập lại', en: 'The new password is set. Sign in again' };
const REGISTERED = {
  vi: 'Đã ghi nhận đăng ký. Tài khoản dùng được sau khi quản trị viên kích hoạt',
  en: 'Your registration was received. The account can be used once an administrator activates it',
};
const SIGNED_OUT = { vi: 'Bạn đã đăng xuất', en: 'You are signed out' };

/** The access token in the body, the refresh token in its cookie; the device is remembered. */
async function respondSignedIn(c: Context, deps: Deps, { accessToken, refreshToken, account }: SignedIn): Promise<Response> {
  setRefreshCookie(c, refreshToken);
  if (account) await rememberDevice(c, deps, account);
  return c.json({ access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_SECONDS } satisfies LoginAnswer);
}

/**
 * Calls that set or use cookies come from our own pages: JSON only, which no form of another site can send, and no foreign `Origin` or
 * `Sec-Fetch-Site`. Programs send neither header and are let through; they have no cookies of a victim.
 */
function refuseForeignCalls({ settings }: Deps): MiddlewareHandler {
  return async (c, next) => {
    if (isForeign(c, settings.appOrigin)) throw new AppError('foreign_origin');
    const type = c.req.header('content-type');
    if (type !== undefined && type.split(';')[0]!.trim().toLowerCase() !== 'application/json') {
      throw new AppError('unsupported_type', { accepted: 'application/json' });
    }
    await next();
  };
}

function isForeign(c: Context, appOrigin: string | undefined): boolean {
  if (c.req.header('sec-fetch-site') === 'cross-site') return true;
  const origin = c.req.header('origin');
  return origin !== undefined && origin !== new URL(c.req.url).origin && origin !== appOrigin;
}

/** Ends the session of the access token, of the refresh cookie, or of both; 401 with neither. Ending it twice is no error. */
async function logout(
  { db, clock }: Deps,
  client: ClientInfo,
  { sessionId, refreshToken }: { sessionId: string | undefined; refreshToken: string | undefined },
): Promise<void> {
  if (!sessionId && !refreshToken) throw new AppError('unauthorized');
  const hash = refreshToken ? await hashRefreshToken(refreshToken) : null;
  const meant = sql`id IN (${sessionId ?? null}, (SELECT session_id FROM refresh_tokens WHERE hash = ${hash}))`;
  const open = sql`(SELECT user_id, id FROM sessions WHERE ended_at IS NULL AND ${meant} LIMIT 1)`;
  await db.write(
    [
      recordSignIn(clock, client, {
        kind: 'logout',
        user_id: sql`(SELECT user_id FROM ${open})`,
        session_id: sql`(SELECT id FROM ${open})`,
        when: sql`EXISTS ${open}`,
      }),
      endSessions(clock, 'logout', meant),
    ],
    toAuthor(client),
  );
}
