import { Buffer } from 'node:buffer';
import { toStoredValue } from '../../../crud/column-values.ts';
import { deriveColumn } from '../../../platform/text/text-keys.ts';
import type { Importable } from '../importable.ts';
import { HashTable } from '../plan/hash-table.ts';
import { type Hash, shortHash } from '../plan/short-hash.ts';
import type { Problem } from './draft.ts';
import { sameRowMessage } from './field-message.ts';
import type { ReadyRow } from './row-mapper.ts';

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

/** Whether an earlier row of the file takes a key of this one that no two records may share. Notes its keys otherwise. */
export function findDoubleKey(importable: Importable, seen: SeenKeys, { row, target, columns }: ReadyRow): Problem[] | undefined {
  const { resource } = importable;
  for (const names of resource.contract.unique ?? []) {
    if (names.every((name) => columns[name] === undefined)) continue;
    const after = target ? { ...target.before, ...columns } : columns;
    const values = names.map((name) => toStoredValue(resource, name, columns[name] ?? deriveColumn(resource, name, after)));
    if (values.includes(null)) continue;
    const before = seen.note(shortHash(`unique ${JSON.stringify([names, values])}`), row);
    if (before !== undefined) return [{ row, column: null, message: sameRowMessage(importable, names, after, { row: before }) }];
  }
  return undefined;
}
