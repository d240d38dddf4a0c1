import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { UploadAnswer } from '../../contracts/calls/answers/uploads.ts';
import { accountCalls } from '../../contracts/calls/declared/account.ts';
import { authCalls } from '../../contracts/calls/declared/auth.ts';
import { SIGNATURE_PARAMETER } from '../../contracts/rich-text.ts';
import { EVERYONE } from '../../contracts/roles.ts';
import { prepareAttempt, reserveAttempt } from '../auth/rate-limiter.ts';
import { bindRoute } from '../call-routes.ts';
import type { AppEnv, Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { MAX_IMAGE_FORM_BYTES, readImage } from './image-file.ts';
import { imageName, respondWithImage, storeImage } from './stored-image.ts';
import { markAsUploaded } from './unused-images.ts';
import { withUploadRoom } from './upload-room.ts';

const MAX_UPLOADS_PER_PERSON = 60;

/** Uploaded images, for anybody who has an address that is signed and has not expired. */
export function fileRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindRoute(app, authCalls.image, async (c) => respondWithImage(deps, c.req.param('name'), c.req.query(SIGNATURE_PARAMETER) ?? ''));
  return app;
}

export function uploadRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  bindRoute(app, accountCalls.uploadAvatar, async (c) => {
    const { caller } = c.var;
    const { url, userId } = await upload(deps, caller, c.req.raw, 'avatar');
    // The version stays: the profile's form, open beside it, does not carry the avatar.
    await caller.write([
      sql`UPDATE users SET avatar = ${url}, updated_at = ${deps.clock.time()} WHERE id = ${userId} AND avatar IS NOT ${url}`,
    ]);
    return c.json({ url: caller.signImages(url) } satisfies UploadAnswer);
  });

  // An editor reads the reason at `error.message`, beside what every refusal answers.
  bindRoute(app, accountCalls.uploadImage, async (c) => {
    const { caller } = c.var;
    try {
      const { url } = await upload(deps, caller, c.req.raw, 'upload');
      return c.json({ url: caller.signImages(url) } satisfies UploadAnswer);
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 401 || error.status === 500) throw error;
      const body = error.body(caller.lang, caller.requestId);
      const message = Object.values(body.messages ?? {})[0] ?? body.message;
      if (error.options.retryAfter !== undefined) c.header('retry-after', String(error.options.retryAfter));
      return c.json({ ...body, error: { message } }, error.status as 400);
    }
  });

  return app;
}

/** Reads, checks and keeps the image of a form field; at most 60 in 15 minutes a person. */
async function upload(deps: Deps, caller: Caller, request: Request, field: 'avatar' | 'upload'): Promise<{ url: string; userId: number }> {
  const { id: userId } = await caller.require(EVERYONE);
  return withUploadRoom(userId, request, MAX_IMAGE_FORM_BYTES, async () => {
    const image = await readImage(request, field, caller.lang);
    const name = await imageName(image);
    const attempt = await prepareAttempt(deps.clock, [{ subject: `upload:${userId}`, limit: MAX_UPLOADS_PER_PERSON }]);
    await reserveAttempt(deps.clock, attempt, caller.write, [attempt.confirmFailure, ...markAsUploaded(name, userId)]);
    return { url: await storeImage(deps, name, image, userId), userId };
  });
}
