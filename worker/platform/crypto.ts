/** SHA-256 of a text or of bytes as lower-case hex. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keys, not promises of them: a request of a Worker must not wait for a promise that another request settles. */
const hmacKeys = new Map<string, CryptoKey>();

/** The HMAC key for one purpose, derived from a secret (HKDF, SHA-256), so that what is signed for one purpose is worth nothing for another. */
export async function deriveHmacKey(secret: string, purpose: string): Promise<CryptoKey> {
  const id = JSON.stringify([secret, purpose]);
  const known = hmacKeys.get(id);
  if (known) return known;
  const key = await deriveKey(secret, purpose);
  hmacKeys.set(id, key);
  return key;
}

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const text = new TextEncoder();
  const base = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`tensu ${purpose}`) };
  return crypto.subtle.deriveKey(derivation, base, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify']);
}

/** A signature of a text for one purpose, as URL-safe text. */
export async function signText(text: string, secret: string, purpose: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await deriveHmacKey(secret, purpose), new TextEncoder().encode(text));
  return base64url(new Uint8Array(signature));
}

/** Whether any of the secrets signed this text for this purpose. */
export async function isSignedText(text: string, signature: string, secrets: readonly string[], purpose: string): Promise<boolean> {
  if (!/^[\w-]{43}$/.test(signature)) return false;
  const bytes = Buffer.from(signature, 'base64url');
  for (const secret of secrets) {
    const key = await deriveHmacKey(secret, purpose);
    if (await crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(text))) return true;
  }
  return false;
}

/** Random bytes as URL-safe text; 32 bytes by default. */
export function randomToken(bytes = 32): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Random text of so many base32 letters, five bits each: easy to read out and to type. */
export function base32Token(letters: number): string {
  return [...crypto.getRandomValues(new Uint8Array(letters))].map((byte) => BASE32[byte & 31]).join('');
}

/** A number below 2^53 as so many base32 letters, the highest first. */
export function base32Number(number: number, letters: number): string {
  return Array.from({ length: letters }, (_, place) => BASE32[Math.floor(number / 32 ** (letters - 1 - place)) % 32]).join('');
}

/** The bytes that a base32 text means. */
export function base32Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return new Uint8Array((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
