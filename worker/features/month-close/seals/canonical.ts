import canonicalize from 'canonicalize';
import type { SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import { sha256 } from '../../../platform/crypto.ts';

/** JSON of which there is only one writing of a value (RFC 8785). */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('A value without JSON cannot be sealed');
  return text;
}

/** The document with its own hash in it, and its text. */
export async function finishDocument(document: Omit<SealDocument, 'sha256'>): Promise<{ document: SealDocument; text: string }> {
  const whole: SealDocument = { ...document, sha256: await sha256(canonicalJson(document)) };
  return { document: whole, text: canonicalJson(whole) };
}

/** Whether a stored text is the canonical writing of a document whose hash stands in it. */
export async function isIntact(text: string): Promise<boolean> {
  try {
    const { sha256: hash, ...rest } = JSON.parse(text) as SealDocument;
    return canonicalJson({ ...rest, sha256: hash }) === text && (await sha256(canonicalJson(rest))) === hash;
  } catch {
    return false;
  }
}
