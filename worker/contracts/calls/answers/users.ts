import * as z from 'zod';
import '../../field-schemas.ts';
import { fieldsOf } from './keys-of.ts';

/** A link to set the first password of an account that has none, told once. `mailed` is 1 when it was sent to the account's address too. */
export const passwordLinkAnswer = () =>
  z.object({
    url: z.string(),
    /** Office time. */
    expires_at: z.string(),
    mailed: z.literal([0, 1]),
  });
export type PasswordLinkAnswer = z.infer<ReturnType<typeof passwordLinkAnswer>>;

/** An account that has no password yet. */
export const newAccount = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    username: z.string(),
    email: z.string().nullable(),
    active: z.literal([0, 1]),
    department: z.string().nullable(),
    has_role: z.literal([0, 1]),
  });
export type NewAccount = z.infer<ReturnType<typeof newAccount>>;

/** Links to set first passwords, told once, and the accounts that got none. */
export const passwordSheet = () =>
  z.object({
    data: passwordLinkAnswer().extend({ id: z.number(), name: z.string(), username: z.string() }).array(),
    refused: z.object({ id: z.number(), reason: z.string() }).array(),
  });
export type PasswordSheet = z.infer<ReturnType<typeof passwordSheet>>;

/** From start to end the user has no login, no refresh and no calls. Times are YYYY-MM-DD HH:mm:ss, office time. */
export const userLock = () =>
  z.object({
    user_id: z.number(),
    startTime: z.string(),
    endTime: z.string(),
    reason: z.string().nullable(),
    created_by: z.number().nullable(),
    created_at: z.string(),
  });
export type UserLock = z.infer<ReturnType<typeof userLock>>;

/** A browser that is signed in. Times are office time. */
export const session = () =>
  z.object({
    ...fieldsOf(z.string(), 'id', 'created_at', 'seen_at', 'expires_at'),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    /** 1 for the session of this call. */
    current: z.literal([0, 1]),
  });
export type Session = z.infer<ReturnType<typeof session>>;
