import { type Context, Hono } from 'hono';
import type { LoginAnswer, RefreshAnswer } from '../../contracts/calls/auth.ts';
import { readBody } from '../../crud/body.ts';
import type { Resource } from '../../crud/resource.ts';
import type { AppEnv } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { readBearerClaims } from './authenticate.ts';
import { readClientInfo } from './client-info.ts';
import { readDevice, rememberDevice } from './device-cookie.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { register } from './register.ts';
import { requestReset, resetPassword } from './reset-password.ts';
import type { SignedIn } from './sessions.ts';
import { PROVIDERS, socialLogin } from './social.ts';
import { ACCESS_SECONDS } from './tokens.ts';

/** The calls that make and end sessions: they answer without an access token. */
export function authRoutes(deps: Deps, users: Resource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/login', async (c) =>
    respondSignedIn(c, deps, await login(deps, readClientInfo(c, deps), await readDevice(c, deps), await readBody(c.req.raw))),
  );

  for (const provider of PROVIDERS) {
    app.post(`/${provider}`, async (c) => {
      const device = await readDevice(c, deps);
      return respondSignedIn(c, deps, await socialLogin(deps, provider, readClientInfo(c, deps), device, await readBody(c.req.raw)));
    });
  }

  app.post('/refresh-tokens', async (c) => {
    const token = readRefreshCookie(c);
    if (!token) throw new AppError('unauthorized');
    const { accessToken, refreshToken } = await refresh(deps, readClientInfo(c, deps), token);
    setRefreshCookie(c, refreshToken);
    return c.json({ data: { accessToken } } satisfies RefreshAnswer);
  });

  app.post('/logout', async (c) => {
    const claims = await readBearerClaims(c, deps);
    await logout(deps, readClientInfo(c, deps), { sessionId: claims?.sid, refreshToken: readRefreshCookie(c) });
    clearRefreshCookie(c);
    return c.json({ message: SIGNED_OUT[readClientInfo(c, deps).lang] });
  });

  app.post('/register', async (c) => {
    const client = readClientInfo(c, deps);
    await register(deps, users, client, await readBody(c.req.raw));
    return c.json({ message: REGISTERED[client.lang] }, 201);
  });

  return app;
}

/** The calls that set a forgotten password: they answer without an access token. */
export function passwordRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/email-reset-password', async (c) => {
    const client = readClientInfo(c, deps);
    const origin = deps.settings.appOrigin ?? new URL(c.req.url).origin;
    await afterwards(c, await requestReset(deps, client, origin, await readBody(c.req.raw)));
    return c.json({ original: { message: LINK_SENT[client.lang] } });
  });

  for (const path of ['/forgot-password', '/reset-password']) {
    app.post(path, async (c) => {
      const client = readClientInfo(c, deps);
      await resetPassword(deps, client, await readBody(c.req.raw));
      return c.json({ message: PASSWORD_SET[client.lang] });
    });
  }

  return app;
}

const LINK_SENT = {
  vi: 'Nếu địa chỉ này thuộc về một tài khoản đang hoạt động, chúng tôi vừa gửi đến đó liên kết đặt lại mật khẩu. Liên kết có hiệu lực 30 phút',
  en: 'If this address belongs to an active account, a link to reset the password is on its way. It works for 30 minutes',
};
const PASSWORD_SET = { vi: 'Đã đặt mật khẩu mới. Hãy đăng nhập lại', en: 'The new password is set. Sign in again' };
const REGISTERED = {
  vi: 'Đã ghi nhận đăng ký. Tài khoản dùng được sau khi quản trị viên kích hoạt',
  en: 'Your registration was received. The account can be used once an administrator activates it',
};
const SIGNED_OUT = { vi: 'Bạn đã đăng xuất', en: 'You are signed out' };

/** The access token in the body, the refresh token in its cookie; the device is remembered. */
async function respondSignedIn(c: Context<AppEnv>, deps: Deps, { accessToken, refreshToken, account }: SignedIn): Promise<Response> {
  setRefreshCookie(c, refreshToken);
  if (account) await rememberDevice(c, deps, account);
  return c.json({ access_token: accessToken, token_type: 'Bearer', expires_in: ACCESS_SECONDS } satisfies LoginAnswer);
}

/** Does the work once the answer is on its way, where the runtime can; a failure is logged, the answer stays the same. */
async function afterwards(c: Context<AppEnv>, work: () => Promise<void>): Promise<void> {
  const done = work().catch((error: Error) => console.error(JSON.stringify({ request_id: c.var.requestId, error: error.message })));
  try {
    c.executionCtx.waitUntil(done);
  } catch {
    await done;
  }
}
