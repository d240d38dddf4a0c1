/** The 128 bits of a hash, as four words of 32. */
export type Hash = readonly [a: number, b: number, c: number, d: number];

/**
 * 128 bits of a text: of the keys of a million rows no two have the same by chance. It is no secret and proves nothing: whoever makes up
 * two texts with one hash only has their own rows taken for the same. The SHA-256 of the runtime takes several times as long for so short a text.
 */
export function shortHash(text: string): Hash {
  let [a, b, c, d] = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = b ^ Math.imul(a ^ code, 0x239b961b);
    b = c ^ Math.imul(b ^ code, 0xab0e9789);
    c = d ^ Math.imul(c ^ code, 0x38b34ae5);
    d = a ^ Math.imul(d ^ code, 0xa1e38b93);
  }
  // The low bits of a product know nothing of the high ones: these are mixed in at the end, each word with another.
  a = mix(a ^ b);
  b = mix(b ^ c);
  c = mix(c ^ d);
  d = mix(d ^ a);
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

function mix(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  const mixed = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
