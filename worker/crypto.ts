/** SHA-256 as lower-case hex. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Random bytes as URL-safe text; 32 bytes unless told. */
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

/** The bytes that a base32 text means. */
export function base32Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return new Uint8Array((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
