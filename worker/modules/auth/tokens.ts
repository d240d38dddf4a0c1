import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { deriveHmacKey } from '../../crypto.ts';

export const ACCESS_SECONDS = 600;

/** Claims of an access token. Roles and department are hints that the database confirms on every call. */
const claims = z.object({
  sub: z.string().regex(/^\d+$/),
  sid: z.string().min(1),
  roles: z.array(z.string()),
  dept: z.int().nullable(),
  grp: z.int().nullable(),
});
export type Claims = z.infer<typeof claims>;

const ISSUER = 'tensu';
const AUDIENCE = 'tensu-api';
const PURPOSE = 'access token';

/** A ten-minute HS256 token, signed with the first secret. */
export async function signAccessToken(content: Claims, secrets: readonly string[], nowMs: number): Promise<string> {
  const issued = Math.floor(nowMs / 1000);
  return new SignJWT({ ...content })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_SECONDS)
    .sign(await deriveHmacKey(secrets[0]!, PURPOSE));
}

/** The claims of a token that any of the secrets signed and that has not expired; undefined otherwise. */
export async function verifyAccessToken(token: string, secrets: readonly string[], nowMs: number): Promise<Claims | undefined> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, await deriveHmacKey(secret, PURPOSE), {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat'],
        currentDate: new Date(nowMs),
      });
      return claims.parse(payload);
    } catch {
      // The next secret may be the one.
    }
  }
  return undefined;
}
