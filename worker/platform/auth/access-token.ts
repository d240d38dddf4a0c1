import { crc32 } from 'node:zlib';
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { base32Number, base32Token } from '../crypto.ts';

const PREFIX = 'tensu_';
/** 200 random bits. */
const RANDOM_LETTERS = 40;
const CHECKSUM_LETTERS = 7;
const PATTERN = new RegExp(`^${PREFIX}([A-Z2-7]{${RANDOM_LETTERS}})([A-Z2-7]{${CHECKSUM_LETTERS}})$`);

/** A new access token: a prefix and the CRC-32 of its letters, by which scanners find a leaked one without asking the server. */
export function createAccessToken(): string {
  const letters = base32Token(RANDOM_LETTERS);
  return PREFIX + letters + checksumOf(letters);
}

/** Whether a text is written as an access token is; it may have ended or never have been one. */
export function isAccessToken(text: string): boolean {
  const [, letters, checksum] = PATTERN.exec(text) ?? [];
  return letters !== undefined && checksum === checksumOf(letters);
}

const checksumOf = (letters: string) => base32Number(crc32(letters), CHECKSUM_LETTERS);

/** Ends the open tokens that the condition (on `access_tokens`) means, at once: every call looks at its token. */
export function endAccessTokens(clock: Clock, actorId: number | null, condition: SQL): SQL {
  return sql`UPDATE access_tokens SET ended_at = ${clock.time()}, ended_by = ${actorId} WHERE ended_at IS NULL AND ${condition}`;
}
