import { AppError } from '../errors.ts';

const MEGABYTE = 1024 * 1024;
/**
 * Bytes of uploads that the isolate takes at the same time: each is in memory up to three times while its form is parsed, and a Worker has 128 MB.
 * The largest upload of one person leaves room for an ordinary one of somebody else.
 */
const MAX_BYTES = 26 * MEGABYTE;
const MAX_BYTES_PER_PERSON = 21 * MEGABYTE;
/** A call that the runtime broke off leaves its room after this. */
const LEASE_MS = 120_000;
const RETRY_SECONDS = 3;

interface Upload {
  personId: number;
  bytes: number;
  startedAt: number;
}

const uploads = new Set<Upload>();

/**
 * Reads and keeps an upload while this isolate has room for its body; 503 with Retry-After otherwise, before a byte of it is read. A body
 * that does not say its length counts as `maxBytes`.
 */
export async function withUploadRoom<T>(personId: number, request: Request, maxBytes: number, keep: () => Promise<T>): Promise<T> {
  const declared = Number(request.headers.get('content-length') ?? maxBytes);
  const upload = { personId, bytes: Number.isFinite(declared) ? Math.min(declared, maxBytes) : maxBytes, startedAt: Date.now() };
  for (const each of uploads) if (upload.startedAt - each.startedAt > LEASE_MS) uploads.delete(each);
  const ofPerson = [...uploads].filter((each) => each.personId === personId);
  if (sumBytes([...uploads, upload]) > MAX_BYTES || sumBytes([...ofPerson, upload]) > MAX_BYTES_PER_PERSON) {
    throw new AppError('too_busy', {}, { retryAfter: RETRY_SECONDS });
  }
  uploads.add(upload);
  try {
    return await keep();
  } finally {
    uploads.delete(upload);
  }
}

const sumBytes = (all: readonly Upload[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
