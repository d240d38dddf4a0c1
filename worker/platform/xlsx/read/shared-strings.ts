import { WorkbookError } from '../workbook-error.ts';
import type { Archive } from './archive.ts';
import { fromCellXml } from './cell-text.ts';
import { MAX_SHARED_TEXT_BYTES } from './limits.ts';
import { TextRuns } from './text-runs.ts';
import { readXml } from './xml-reader.ts';

const PAGE_BYTES = 1024 * 1024;
/** Worst case of UTF-8 per UTF-16 unit. */
const BYTES_PER_CHAR = 3;
const RECENT = 4096;

/**
 * The distinct texts of a workbook as UTF-8 in big pages outside the script heap: a million short texts take 20 MB instead
 * of 60, and cost the garbage collector nothing.
 */
export class SharedStrings {
  #pages: Uint8Array[] = [];
  #used = 0;
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  #bytes = 0;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  /** Repeated texts (people, customers) come out as one and the same string. */
  #recentIds = new Int32Array(RECENT).fill(-1);
  #recent: string[] = new Array<string>(RECENT).fill('');

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    if (text.length * BYTES_PER_CHAR > PAGE_BYTES) throw tooMuchText();
    if (this.#pages.length === 0 || this.#used + text.length * BYTES_PER_CHAR > PAGE_BYTES) {
      this.#pages.push(new Uint8Array(PAGE_BYTES));
      this.#used = 0;
    }
    if (this.#count === this.#starts.length) this.#grow();
    const { written } = this.#encoder.encodeInto(text, this.#pages.at(-1)!.subarray(this.#used));
    this.#starts[this.#count] = (this.#pages.length - 1) * PAGE_BYTES + this.#used;
    this.#lengths[this.#count++] = written;
    this.#used += written;
    // Eight bytes stand for the two numbers beside the text, so that countless empty strings are bounded too.
    this.#bytes += written + 8;
    if (this.#bytes > MAX_SHARED_TEXT_BYTES) throw tooMuchText();
  }

  /** Undefined beyond the end. */
  get(id: number): string | undefined {
    if (!(Number.isInteger(id) && id >= 0 && id < this.#count)) return undefined;
    const slot = id % RECENT;
    if (this.#recentIds[slot] === id) return this.#recent[slot];
    const start = this.#starts[id]!;
    const offset = start % PAGE_BYTES;
    const text = this.#decoder.decode(this.#pages[(start - offset) / PAGE_BYTES]!.subarray(offset, offset + this.#lengths[id]!));
    this.#recentIds[slot] = id;
    this.#recent[slot] = text;
    return text;
  }

  #grow(): void {
    const [starts, lengths] = [this.#starts, this.#lengths];
    this.#starts = new Uint32Array(starts.length * 2);
    this.#lengths = new Uint32Array(starts.length * 2);
    this.#starts.set(starts);
    this.#lengths.set(lengths);
  }
}

/** Reads `xl/sharedStrings.xml`. */
export async function readSharedStrings(archive: Archive, path: string): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const runs = new TextRuns();
  await readXml(archive, path, {
    open(tag) {
      if (tag.local === 'si') runs.start();
      else runs.open(tag.local);
    },
    text: (text) => runs.text(text),
    close(tag) {
      if (tag.local !== 'si') return runs.close(tag.local);
      strings.add(fromCellXml(runs.take()));
      archive.budget.earnText();
    },
  });
  return strings;
}

function tooMuchText(): WorkbookError {
  return new WorkbookError('large_text', { limit: MAX_SHARED_TEXT_BYTES / 1024 / 1024 });
}
