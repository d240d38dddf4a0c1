import { SharedStrings } from '../read/shared-strings.ts';
import { WorkbookError } from '../workbook-error.ts';

const WIDE = 1;
const HAS_PHONETIC = 4;
const HAS_RUNS = 8;
const CHARS_AT_ONCE = 4096;

/**
 * Reads the texts of .xls records: 8 or 16 bits a character, and a text may go on in the next record (CONTINUE), where the
 * width is stated again. `blocks` are the data of the record and of those that continue it.
 */
export class BiffTextReader {
  #blocks: DataView[];
  #block = 0;
  #at: number;

  constructor(blocks: DataView[], offset = 0) {
    this.#blocks = blocks;
    this.#at = offset;
  }

  /** A text with a 16-bit length in front (XLUnicodeString). */
  text(): string {
    return this.#chars(this.#number(2), this.#number(1));
  }

  /** A text with an 8-bit length in front (ShortXLUnicodeString). */
  shortText(): string {
    return this.#chars(this.#number(1), this.#number(1));
  }

  /** A text of the shared string table: it may carry formatting runs and phonetic guides behind it. */
  sharedText(): string {
    const length = this.#number(2);
    const flags = this.#number(1);
    const runs = flags & HAS_RUNS ? this.#number(2) : 0;
    const phonetic = flags & HAS_PHONETIC ? this.#number(4) : 0;
    const text = this.#chars(length, flags);
    this.#skip(runs * 4 + phonetic);
    return text;
  }

  /** Whether any byte is left. */
  get hasMore(): boolean {
    return this.#room() > 0 || this.#blocks.slice(this.#block + 1).some(({ byteLength }) => byteLength > 0);
  }

  #chars(length: number, flags: number): string {
    let wide = (flags & WIDE) !== 0;
    let text = '';
    for (let left = length; left > 0; ) {
      let room = this.#room();
      if (room === 0) {
        this.#nextBlock();
        wide = (this.#number(1) & WIDE) !== 0;
        room = this.#room();
      }
      const count = Math.min(left, wide ? room >> 1 : room, CHARS_AT_ONCE);
      if (count === 0) throw brokenText();
      const block = this.#blocks[this.#block]!;
      const codes = new Array<number>(count);
      for (let i = 0; i < count; i++) codes[i] = wide ? block.getUint16(this.#at + i * 2, true) : block.getUint8(this.#at + i);
      text += String.fromCharCode(...codes);
      this.#at += wide ? count * 2 : count;
      left -= count;
    }
    return text;
  }

  #number(bytes: 1 | 2 | 4): number {
    while (this.#room() === 0) this.#nextBlock();
    const block = this.#blocks[this.#block]!;
    if (this.#room() < bytes) throw brokenText();
    const at = this.#at;
    this.#at += bytes;
    return bytes === 1 ? block.getUint8(at) : bytes === 2 ? block.getUint16(at, true) : block.getUint32(at, true);
  }

  #skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      while (this.#room() === 0) this.#nextBlock();
      const step = Math.min(left, this.#room());
      this.#at += step;
      left -= step;
    }
  }

  #room(): number {
    return (this.#blocks[this.#block]?.byteLength ?? 0) - this.#at;
  }

  #nextBlock(): void {
    this.#block++;
    this.#at = 0;
    if (this.#block >= this.#blocks.length) throw brokenText();
  }
}

/** The shared string table out of its record and the ones that continue it. Some writers state a wrong number of texts: the texts count. */
export function readStringTable(blocks: DataView[]): SharedStrings {
  const strings = new SharedStrings();
  const first = blocks[0];
  if (!first || first.byteLength < 8) throw brokenText();
  const count = first.getUint32(4, true);
  const reader = new BiffTextReader(blocks, 8);
  while (reader.hasMore) {
    try {
      strings.add(reader.sharedText());
    } catch (error) {
      if (strings.count < count || !(error instanceof WorkbookError)) throw error;
      break;
    }
  }
  return strings;
}

function brokenText(): WorkbookError {
  return new WorkbookError('broken', { cause: 'a text record ends early' });
}
