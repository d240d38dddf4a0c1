import * as z from 'zod';
import '../../field-schemas.ts';

/** A key with which a program reads on a person's behalf. Times are office time; the token itself is told only when it is made. */
export const accessToken = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    /** What it is limited to; null when it reads whatever its owner may. */
    entities: z.string().array().nullable(),
    created_at: z.string(),
    expires_at: z.string(),
    last_used_at: z.string().nullable(),
    last_address: z.string().nullable(),
  });
export type AccessToken = z.infer<ReturnType<typeof accessToken>>;

/** The same as Admins see it. */
export const ownedAccessToken = () => accessToken().extend({ user_id: z.number(), user_name: z.string().nullable(), username: z.string() });
export type OwnedAccessToken = z.infer<ReturnType<typeof ownedAccessToken>>;

/** The only answer with the token. */
export const createdAccessToken = () => z.object({ id: z.number(), token: z.string() });
export type CreatedAccessToken = z.infer<ReturnType<typeof createdAccessToken>>;
