import * as z from 'zod';
import '../../field-schemas.ts';

export const secondFactorState = () =>
  z.object({
    enabled: z.literal([0, 1]),
    /** The Admin role counts only with a second factor. */
    required: z.literal([0, 1]),
    recovery_codes_left: z.number(),
  });
export type SecondFactorState = z.infer<ReturnType<typeof secondFactorState>>;

/** Shown once: what the authenticator app needs. */
export const secondFactorSecret = () => z.object({ secret: z.string(), otpauth_url: z.string() });
export type SecondFactorSecret = z.infer<ReturnType<typeof secondFactorSecret>>;

export const loginAnswer = () =>
  z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.number(),
  });
export type LoginAnswer = z.infer<ReturnType<typeof loginAnswer>>;

export const refreshAnswer = () =>
  z.object({
    data: z.object({ accessToken: z.string() }),
  });
export type RefreshAnswer = z.infer<ReturnType<typeof refreshAnswer>>;
