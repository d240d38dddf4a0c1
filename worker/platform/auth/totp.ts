import { base32Bytes, base32Token } from '../crypto.ts';

const STEP_SECONDS = 30;
const DIGITS = 6;

/** A new secret of 160 bits in base32, as authenticator apps take it. */
export const createTotpSecret = () => base32Token(32);

/** What the app reads from a QR code (RFC 6238 with SHA-1, six digits, 30 seconds: the only form that all apps know). */
export function toOtpauthUrl(secret: string, account: string): string {
  const label = `Tensu:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Tensu&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** The time step that a code belongs to: now, or one step off for clocks that differ. Undefined for a wrong code. */
export async function findTotpStep(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(nowMs / 1000 / STEP_SECONDS);
  let found: number | undefined;
  for (const step of [now - 1, now, now + 1]) if ((await computeTotpCode(secret, step)) === code) found = step;
  return found;
}

/** RFC 4226: the code of a time step. */
export async function computeTotpCode(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', base32Bytes(secret), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const offset = mac.getUint8(19) & 15;
  return String((mac.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}
