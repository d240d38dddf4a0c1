import { base64url } from '../crypto.ts';

/** Encrypts a text for the database, so that a copy of the database alone gives nothing away. `purpose` keeps uses apart. */
export async function sealText(text: string, secret: string, purpose: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(secret, purpose), new TextEncoder().encode(text));
  return `${base64url(iv)}.${base64url(new Uint8Array(data))}`;
}

/** The sealed text, and whether the newest secret sealed it. Throws when none of the secrets did. */
export async function openText(sealed: string, secrets: readonly string[], purpose: string): Promise<{ text: string; fresh: boolean }> {
  const [iv, data] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  for (const [index, secret] of secrets.entries()) {
    try {
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: iv! }, await keyOf(secret, purpose), data!);
      return { text: new TextDecoder().decode(text), fresh: index === 0 };
    } catch {
      // The next secret may be the one.
    }
  }
  throw new Error(`A sealed ${purpose} cannot be opened with the secrets that are set`);
}

async function keyOf(secret: string, purpose: string): Promise<CryptoKey> {
  const text = new TextEncoder();
  const base = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(`tensu ${purpose}`) };
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
