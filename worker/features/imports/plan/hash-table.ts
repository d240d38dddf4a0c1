import type { Hash } from './short-hash.ts';

/** Words of a slot: those of a hash, and its number, which is 0 in an empty slot. */
const SLOT_WORDS = 5;
const MIN_SLOTS = 1024;
const MAX_LOAD = 0.8;

/**
 * A number, from 1, by each hash. All lie in one list of words outside the script heap: 200,000 take 5 MB there, where a map of texts takes 16 of scripts, which the
 * garbage collector goes through again and again.
 */
export class HashTable {
  #words = new Uint32Array(MIN_SLOTS * SLOT_WORDS);
  #slots = MIN_SLOTS;
  #size = 0;

  /** Numbers that are kept. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that they take. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  get(hash: Hash): number | undefined {
    return this.#words[this.#slotOf(hash) + 4] || undefined;
  }

  /** The number that the hash has already; where it has none it is given this one. */
  add(hash: Hash, number: number): number | undefined {
    const slot = this.#slotOf(hash);
    const known = this.#words[slot + 4];
    if (known) return known;
    this.#words.set(hash, slot);
    this.#words[slot + 4] = number;
    this.#size += 1;
    if (this.#size > this.#slots * MAX_LOAD) this.#grow();
    return undefined;
  }

  /** Where the hash stands, or else the empty slot for it. */
  #slotOf([a, b, c, d]: Hash): number {
    const words = this.#words;
    for (let index = a % this.#slots; ; index = (index + 1) % this.#slots) {
      const slot = index * SLOT_WORDS;
      if (words[slot + 4] === 0) return slot;
      if (words[slot] === a && words[slot + 1] === b && words[slot + 2] === c && words[slot + 3] === d) return slot;
    }
  }

  #grow(): void {
    const before = this.#words;
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * SLOT_WORDS);
    for (let slot = 0; slot < before.length; slot += SLOT_WORDS) {
      if (before[slot + 4] === 0) continue;
      const hash: Hash = [before[slot]!, before[slot + 1]!, before[slot + 2]!, before[slot + 3]!];
      this.#words.set(before.subarray(slot, slot + SLOT_WORDS), this.#slotOf(hash));
    }
  }
}
