import { SaxesParser } from 'saxes';
import { WorkbookError } from '../workbook-error.ts';
import type { Archive } from './archive.ts';
import { MAX_XML_DEPTH, MAX_XML_TOKEN_BYTES } from './limits.ts';
import type { ReadBudget } from './read-budget.ts';

export interface XmlTag {
  /** Its name without the prefix, and what the prefix stands for. */
  local: string;
  uri: string;
  /** Values by their names as they are written. */
  attributes: Readonly<Record<string, string>>;
  prefixes: Prefixes;
}

/** What prefixes stand for ('' is none), as the nearest tag around that declares any says, else as those around that one do. */
interface Prefixes {
  declared: ReadonlyMap<string, string>;
  outer?: Prefixes;
}

export interface XmlHandlers {
  open(tag: XmlTag): void;
  /** `position` is that behind the tag, in characters. */
  close?(tag: XmlTag, position: number): void;
  text?(text: string): void;
}

/** A part of the text that is passed over, between two ends of elements of one parent. `onPassed` is called before what follows. */
export interface Gap {
  from: number;
  to: number;
  onPassed(): void;
}

/**
 * A streaming, strict XML reader. Declared entities and DTDs are refused (no entity can expand or reach out), elements may nest
 * only so deep, and no single tag or text may grow without end. Every fault is a WorkbookError 'broken'.
 */
export class XmlReader {
  #decoder: TextDecoder | undefined;
  #parser: SaxesParser<{ xmlns: false; position: false }>;
  #sinceEvent = 0;
  #budget: ReadBudget;
  #gap: Gap | undefined;
  /** Characters of the text so far, and those of them that were passed over. */
  #seen = 0;
  #passed = 0;
  /** Whether the bytes so far end with a whole character. */
  #isWhole = true;

  constructor(handlers: XmlHandlers, budget: ReadBudget, gap?: Gap) {
    this.#gap = gap;
    this.#parser = new SaxesParser({ xmlns: false, position: false });
    this.#budget = budget;
    const open: XmlTag[] = [];
    let declares = false;
    this.#parser.on('error', (error) => {
      throw new WorkbookError('broken', { cause: error });
    });
    this.#parser.on('doctype', () => {
      throw new WorkbookError('broken', { cause: 'document type declaration' });
    });
    this.#parser.on('attribute', ({ name }) => {
      declares ||= name.startsWith('xmlns');
    });
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#sinceEvent = 0;
      budget.spendElement();
      const outer = open.at(-1)?.prefixes ?? NO_PREFIXES;
      const tag = toTag(name, attributes, declares ? { declared: listDeclared(attributes), outer } : outer);
      declares = false;
      if (open.push(tag) > MAX_XML_DEPTH) throw new WorkbookError('broken', { cause: 'elements nested too deep' });
      handlers.open(tag);
    });
    this.#parser.on('closetag', () => {
      this.#sinceEvent = 0;
      const tag = open.pop()!;
      handlers.close?.(tag, this.#parser.position + this.#passed);
    });
    this.#parser.on('text', (text) => handlers.text?.(text));
    this.#parser.on('cdata', (text) => handlers.text?.(text));
  }

  write(bytes: Uint8Array): void {
    if (this.#sinceEvent > MAX_XML_TOKEN_BYTES) throw new WorkbookError('broken', { cause: 'endless XML token' });
    this.#decoder ??= decoderFor(bytes);
    // What is passed over was paid for, and found to be text, when it was read.
    if (this.#passesOver(bytes)) return;
    const text = this.#decode(bytes);
    this.#budget.spendBytes(bytes.length);
    this.#sinceEvent += bytes.length;
    this.#parse(text);
  }

  /**
   * Passes over bytes that lie in the gap as a whole: counted and not decoded, which would make as much garbage as the sheet has text. A slice of UTF-8 begins
   * and ends with a whole character where it ends with a tag; any other is decoded.
   */
  #passesOver(bytes: Uint8Array): boolean {
    const gap = this.#gap;
    const wasWhole = this.#isWhole;
    this.#isWhole = this.#decoder?.encoding === 'utf-8' && isAscii(bytes.at(-1) ?? 0);
    if (!gap || !wasWhole || !this.#isWhole || this.#seen < gap.from) return false;
    const length = countUnits(bytes);
    if (this.#seen + length > gap.to) return false;
    this.#seen += length;
    return true;
  }

  #parse(text: string): void {
    const gap = this.#gap;
    const start = this.#seen;
    this.#seen += text.length;
    if (!gap || this.#seen <= gap.from) return void this.#parser.write(text);
    if (start < gap.from) this.#parser.write(text.slice(0, gap.from - start));
    if (this.#seen <= gap.to) return;
    this.#passed = gap.to - gap.from;
    this.#gap = undefined;
    gap.onPassed();
    this.#parser.write(text.slice(Math.max(0, gap.to - start)));
  }

  end(): void {
    if (this.#decoder) this.#parse(this.#decode());
    this.#parser.close();
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return this.#decoder!.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      throw new WorkbookError('broken', { cause: error });
    }
  }
}

/** Reads a whole part. */
export async function readXml(archive: Archive, path: string, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers, archive.budget);
  for await (const chunk of archive.chunks(path)) reader.write(chunk);
  reader.end();
}

/** An attribute without a prefix; undefined when the tag has none of that name. */
export function attributeOf(tag: XmlTag, name: string): string | undefined {
  return tag.attributes[name];
}

/** What a prefix stands for within a tag; undefined where nothing declares it. */
export function meaningOf(prefix: string, prefixes: Prefixes): string | undefined {
  for (let at: Prefixes | undefined = prefixes; at; at = at.outer) {
    const uri = at.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

const NO_PREFIXES: Prefixes = { declared: new Map([['', '']]) };

/** The prefixes that a tag declares. The parser knows them too, but looks one up for each tag and attribute: a fifth of the reading of a sheet. */
function listDeclared(attributes: XmlTag['attributes']): ReadonlyMap<string, string> {
  const declarations = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  return new Map(declarations.map(([name, uri]) => [name.slice('xmlns:'.length), uri]));
}

function toTag(name: string, attributes: XmlTag['attributes'], prefixes: Prefixes): XmlTag {
  const colon = name.indexOf(':');
  const uri = meaningOf(colon < 0 ? '' : name.slice(0, colon), prefixes);
  if (uri === undefined) throw new WorkbookError('broken', { cause: 'a prefix that stands for nothing' });
  return { local: colon < 0 ? name : name.slice(colon + 1), uri, attributes, prefixes };
}

const isAscii = (byte: number): boolean => byte < 0x80;

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const HIGH_BITS = 0x80808080;

/** Units of UTF-16 that whole characters of UTF-8 are: one each, two of those of four bytes. Tags and numbers are ASCII: a word of it is looked at once. */
function countUnits(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  const head = -byteOffset & (WORD - 1);
  if (length < head) return length + countSurplus(bytes, 0, length);
  const words = new Uint32Array(buffer, byteOffset + head, (length - head) >> 2);
  let count = length + countSurplus(bytes, 0, head) + countSurplus(bytes, head + words.byteLength, length);
  for (let at = 0; at < words.length; at++) {
    if ((words[at]! & HIGH_BITS) !== 0) count += countSurplus(bytes, head + at * WORD, head + (at + 1) * WORD);
  }
  return count;
}

/** How many units more than bytes a part is: one of those of four bytes, one less for each byte that goes on with a character. */
function countSurplus(bytes: Uint8Array, from: number, to: number): number {
  let surplus = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) === 0x80) surplus -= 1;
    else if (byte >= 0xf0) surplus += 1;
  }
  return surplus;
}

/** Open XML parts are UTF-8 or, rarely, UTF-16, which a mark at the start or the two bytes of the first `<` tell. */
function decoderFor([first, second]: Uint8Array): TextDecoder {
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
}
