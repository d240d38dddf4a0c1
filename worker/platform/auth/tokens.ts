import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { deriveHmacKey } from '../crypto.ts';

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

/** The cache of verified tokens is emptied when it holds this many. */
const MAX_VERIFIED = 1000;

interface VerifiedToken {
  claims: Claims;
  /** Ms since 1970. */
  expiresAt: number;
}

/** Tokens that this isolate has verified, by the secrets it did so with: a person sends the same one for minutes. */
const verified = new WeakMap<readonly string[], Map<string, VerifiedToken>>();

/** The claims of a token that any of the secrets signed and that has not expired; undefined otherwise. */
export async function verifyAccessToken(token: string, secrets: readonly string[], nowMs: number): Promise<Claims | undefined> {
  const kept = verified.get(secrets) ?? new Map<string, VerifiedToken>();
  verified.set(secrets, kept);
  const known = kept.get(token);
  if (known && nowMs < known.expiresAt) return known.claims;
  const found = await verifySignature(token, secrets, nowMs);
  if (!found) return undefined;
  if (kept.size >= MAX_VERIFIED) kept.clear();
  kept.set(token, found);
  return found.claims;
}

async function verifySignature(token: string, secrets: readonly string[], nowMs: number): Promise<VerifiedToken | undefined> {
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
      return { claims: claims.parse(payload), expiresAt: payload.exp! * 1000 };
    } catch {
      // The next secret may be the one.
    }
  }
  return undefined;
}
