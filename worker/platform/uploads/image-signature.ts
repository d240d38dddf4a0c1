import { createHmac, hkdfSync } from 'node:crypto';
import { addImageSignatures, SIGNATURE_PARAMETER } from '../../contracts/rich-text.ts';
import type { Clock } from '../clock.ts';
import { isSignedText } from '../crypto.ts';

/** An address is good for one to two of these; within one it stays the same, so that browsers keep the image. */
const PERIOD_SECONDS = 6 * 3600;
const PURPOSE = 'image address';

const keys = new Map<string, ArrayBuffer>();

/** Makes the addresses of images in a text: bare path, time of expiry, signature. Rows are written out in one go, so it does not wait. */
export function createImageSigner(secret: string, clock: Clock): (text: string) => string {
  return (text) =>
    addImageSignatures(text, (name) => {
      const expires = (Math.floor(clock.now() / 1000 / PERIOD_SECONDS) + 2) * PERIOD_SECONDS;
      return `${SIGNATURE_PARAMETER}=${expires}.${sign(signedText(name, expires), secret)}`;
    });
}

/** Seconds that an address is still good for: 0 for a signature that is missing, wrong or expired. */
export async function readSecondsLeft(name: string, signature: string, secrets: readonly string[], { now }: Clock): Promise<number> {
  const [, expires, code] = /^(\d{1,12})\.([\w-]{43})$/.exec(signature) ?? [];
  if (!expires || !code) return 0;
  const seconds = Number(expires) - Math.floor(now() / 1000);
  return seconds > 0 && (await isSignedText(signedText(name, Number(expires)), code, secrets, PURPOSE)) ? seconds : 0;
}

const signedText = (name: string, expires: number) => `${name}.${expires}`;

/** The synchronous form of `signText`. */
function sign(text: string, secret: string): string {
  let key = keys.get(secret);
  if (!key) {
    key = hkdfSync('sha256', secret, new Uint8Array(), `tensu ${PURPOSE}`, 32);
    keys.set(secret, key);
  }
  return createHmac('sha256', new Uint8Array(key)).update(text).digest('base64url');
}
