import { Buffer } from 'node:buffer';
import { HashTable } from '../plan/hash-table.ts';
import type { Hash } from '../plan/short-hash.ts';

const WORD_BYTES = 4;
/** A hash and its row. */
const ENTRY_WORDS = 5;

/** The keys that rows of a file take, each with its first row. */
export class SeenKeys {
  #rows = new HashTable();
  /** Hashes and rows since they were last taken, one word after the other. */
  #newWords: number[] = [];

  /** The earlier row that has the key; where there is none the key is noted for this one. */
  note(key: Hash, row: number): number | undefined {
    const before = this.#rows.add(key, row);
    if (before === undefined) this.#newWords.push(...key, row);
    return before;
  }

  /** The first row that has the key. */
  rowOf(key: Hash): number | undefined {
    return this.#rows.get(key);
  }

  /** The keys that were noted since the last call, as a text. */
  takeNew(): string {
    const words = Uint32Array.from(this.#newWords);
    this.#newWords = [];
    return Buffer.from(words.buffer).toString('base64');
  }

  /** Adds keys that were taken as a text. */
  addTaken(text: string): void {
    const bytes = Buffer.from(text, 'base64');
    const word = (at: number) => bytes.readUInt32LE(at * WORD_BYTES);
    for (let at = 0; (at + ENTRY_WORDS) * WORD_BYTES <= bytes.length; at += ENTRY_WORDS)
      this.#rows.add([word(at), word(at + 1), word(at + 2), word(at + 3)], word(at + 4));
  }
}
