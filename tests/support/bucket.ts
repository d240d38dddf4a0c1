import type { Deps } from '../../worker/platform/deps.ts';

/** A bucket in memory: objects are put whole and read whole or by ranges. */
export function memoryBucket(): Deps['files'] & { keys(): string[] } {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const metadata = new Map<string, Record<string, string>>();
  const bucket = {
    keys: () => [...objects.keys()],
    put: async (key: string, value: Blob, { customMetadata = {} }: { customMetadata?: Record<string, string> } = {}) => {
      objects.set(key, new Uint8Array(await new Response(value).arrayBuffer()));
      metadata.set(key, customMetadata);
    },
    createMultipartUpload: async (key: string) => {
      const parts: Uint8Array[] = [];
      return {
        uploadPart: async (partNumber: number, bytes: Uint8Array) => {
          parts[partNumber - 1] = bytes;
          return { partNumber, etag: 'x' };
        },
        complete: async () => bucket.put(key, new Blob(parts as BlobPart[])),
        abort: async () => undefined,
      };
    },
    head: async (key: string) =>
      objects.has(key) ? { size: objects.get(key)!.length, etag: 'x', customMetadata: metadata.get(key) } : null,
    get: async (key: string, { range }: { range?: { offset: number; length: number } } = {}) => {
      const bytes = objects.get(key);
      if (!bytes) return null;
      const part = new Response(range ? bytes.slice(range.offset, range.offset + range.length) : bytes);
      return {
        body: part.body,
        size: bytes.length,
        httpEtag: '"x"',
        customMetadata: metadata.get(key),
        arrayBuffer: () => part.arrayBuffer(),
        text: () => part.text(),
        json: () => part.json(),
      };
    },
    delete: async (keys: string | string[]) => {
      for (const key of [keys].flat()) objects.delete(key);
    },
    list: async ({ prefix = '' }: { prefix?: string } = {}) => ({
      objects: [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => ({ key, uploaded: new Date() })),
      truncated: false,
    }),
  };
  return bucket as never;
}
