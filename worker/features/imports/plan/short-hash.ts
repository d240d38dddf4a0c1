/**
 * 53 bits of a text (the public cyrb53): two of 200,000 keys have the same by chance in one of 400,000 files. It is no secret and proves nothing: whoever makes up two
 * texts with one hash only has their own rows taken for the same. The SHA-256 of the runtime takes several times as long for so short a text.
 */
export function shortHash(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  // The low bits of a product know nothing of the high ones: these are mixed in at the end, each word with the other.
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return 2 ** 32 * (b & 0x1fffff) + (a >>> 0);
}
