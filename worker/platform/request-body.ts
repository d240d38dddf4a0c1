import type { Values } from '../contracts/fields.ts';
import { AppError, DisconnectedError } from './errors.ts';

/** What is read of a request. */
type Message = Pick<Request, 'headers' | 'body'>;

const MAX_BODY_BYTES = 1_048_576;
const bodySizes = new WeakMap<Message, number>();

/** Bytes of a body that was read as values; of a file none. */
export const sizeOfBody = (request: Message): number => bodySizes.get(request) ?? 0;

/** Of a form: more than any of the site's has, and few enough to be read in a moment. */
const MAX_FIELDS = 500;
const MAX_VALUES = 10_000;
/** 20 MB take this long on a line of 2.7 Mbit/s. */
const MAX_BODY_SECONDS = 60;
const MAX_DRAINED_BYTES = 64 * MAX_BODY_BYTES;

export interface BodyLimits {
  /** None is no values. */
  optional?: boolean | undefined;
  /** 1 MB where none is named. */
  maxKb?: number | undefined;
}

/** Body of a write as a plain object: JSON, form or multipart. Costs its length. */
export async function readBody(request: Message, { optional = false, maxKb }: BodyLimits = {}): Promise<Values> {
  const type = typeOf(request);
  const bytes = await readLimitedBytes(request, maxKb ? maxKb * 1024 : MAX_BODY_BYTES, maxKb ? `${maxKb} KB` : '1 MB');
  bodySizes.set(request, bytes.byteLength);
  if (optional && bytes.byteLength === 0) return {};
  if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') return readForm(request, bytes);
  if (type !== '' && !isJson(type)) throw new AppError('unsupported_type', { accepted: 'application/json, multipart/form-data' });
  return jsonObject(bytes);
}

/** Body of a call that anybody may make: JSON that says it is, which pages of other sites cannot send. Another type is refused before it is read. */
export async function readJsonBody(request: Message): Promise<Values> {
  if (!isJson(typeOf(request))) throw new AppError('unsupported_type', { accepted: 'application/json' });
  return jsonObject(await readLimitedBytes(request, MAX_BODY_BYTES, '1 MB'));
}

const typeOf = ({ headers }: Message) => (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
const isJson = (type: string) => type === 'application/json' || type.endsWith('+json');

/** All bytes of a request, or 413 as soon as there are more than the limit. */
export async function readLimitedBytes(request: Message, limit: number, limitLabel: string): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('too_large', { limit: limitLabel });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of partsInTime(request)) {
    length += part.byteLength;
    if (length > limit) throw new AppError('too_large', { limit: limitLabel });
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/**
 * The parts of a body; 408 when it has not come whole in time, so that nobody holds memory by sending slowly. One that breaks off, as its client
 * goes, is no fault of ours.
 */
async function* partsInTime({ body }: Message): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const readPart = () =>
    reader.read().catch((cause: unknown) => {
      throw new DisconnectedError('The body broke off', { cause });
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  }, MAX_BODY_SECONDS * 1000);
  try {
    for (let next = await readPart(); !next.done; next = await readPart()) yield next.value;
    if (isLate) throw new AppError('slow_body', { seconds: MAX_BODY_SECONDS });
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

/**
 * Reads what a refused request still sends, within reason: an answer in the middle of a body makes the server close the connection, and the
 * client sees that instead of the answer.
 */
export async function drainBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  let length = 0;
  for await (const part of body.values()) {
    length += part.byteLength;
    if (length > MAX_DRAINED_BYTES) return;
  }
}

function jsonObject(bytes: Uint8Array): Values {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', {}, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('malformed');
  requireFew(Object.keys(value).length, 0);
  return value as Values;
}

function requireFew(fields: number, values: number): void {
  if (fields > MAX_FIELDS || values > MAX_VALUES) throw new AppError('too_many_fields', { fields: MAX_FIELDS, values: MAX_VALUES });
}

async function readForm(request: Message, bytes: Uint8Array<ArrayBuffer>): Promise<Values> {
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': request.headers.get('content-type')! } }).formData();
  } catch {
    throw new AppError('malformed_form');
  }
  return formValues(form.entries());
}

/** The values of a form by name; a name with brackets, or that comes again, is a list. Throws `too_large` beyond the limits. */
export function formValues(entries: Iterable<[string, unknown]>): Values {
  const values = new Map<string, unknown>();
  let count = 0;
  for (const [name, value] of entries) {
    const isList = /\[\d*\]$/.test(name);
    const key = isList ? name.slice(0, name.lastIndexOf('[')) : name;
    const before = values.get(key);
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) values.set(key, [before, value]);
    else values.set(key, isList ? [value] : value);
    count += 1;
    requireFew(values.size, count);
  }
  return Object.fromEntries(values);
}
