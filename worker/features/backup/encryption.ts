/** First bytes of an encrypted backup; a number tells formats apart. */
const MAGIC = new TextEncoder().encode('TENSUBK1');
const SALT_BYTES = 16;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + KEY_ID_BYTES;
const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
const MIN_KEY_LENGTH = 32;

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encrypts what flows through with AES-256-GCM, in chunks of 1 MB: magic, salt, id of the key, then for each chunk its length (4 bytes) and its
 * ciphertext. Chunks are numbered and the last is marked in the authenticated data, so that a cut or reordered file is refused.
 */
export function encryptBackup(secret: string): TransformStream<Uint8Array, Bytes> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  // Filled again and again: a new one for each chunk would lie about until the heap is cleared.
  const chunk = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  let index = 0;
  let key: CryptoKey;
  const seal = async (controller: TransformStreamDefaultController<Bytes>, isLast: boolean) => {
    const sealed = await crypto.subtle.encrypt(parametersOf(index++, isLast), key, chunk.subarray(0, filled));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, sealed.byteLength);
    controller.enqueue(length);
    controller.enqueue(new Uint8Array(sealed));
    filled = 0;
  };
  return new TransformStream({
    async start(controller) {
      key = await deriveKey(secret, salt);
      controller.enqueue(concat([MAGIC, salt, await keyIdOf(secret)]));
    },
    async transform(bytes, controller) {
      for (let at = 0; at < bytes.length; ) {
        // Not before something follows: what is sealed here is never the last.
        if (filled === CHUNK_BYTES) await seal(controller, false);
        const piece = bytes.subarray(at, at + CHUNK_BYTES - filled);
        chunk.set(piece, filled);
        filled += piece.length;
        at += piece.length;
      }
    },
    flush: (controller) => seal(controller, true),
  });
}

/** The reverse. Fails with one sentence where the key is another, or the file was cut off or changed. */
export function decryptBackup(secret: string): TransformStream<Uint8Array, Uint8Array> {
  const chunks = new ChunkBuffer();
  let index = 0;
  let key: CryptoKey | undefined;
  const open = async (sealed: Bytes, isLast: boolean) => {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(parametersOf(index++, isLast), key as CryptoKey, sealed));
    } catch (error) {
      throw new Error('The backup was cut off or changed.', { cause: error });
    }
  };
  const openWhole = async (controller: TransformStreamDefaultController<Uint8Array>) => {
    if (!key && chunks.length >= HEADER_BYTES) key = await readHeader(chunks.take(HEADER_BYTES), secret);
    while (key && chunks.length > 4) {
      const size = new DataView(chunks.peek(4).buffer).getUint32(0);
      if (size > CHUNK_BYTES + TAG_BYTES) throw new Error('The backup was cut off or changed.');
      // The last chunk is told by the end of the file, so one waits until another follows it.
      if (chunks.length <= 4 + size) return;
      chunks.take(4);
      controller.enqueue(await open(chunks.take(size), false));
    }
  };
  return new TransformStream({
    async transform(bytes, controller) {
      chunks.push(bytes);
      await openWhole(controller);
    },
    async flush(controller) {
      if (!key || chunks.length < 4 + TAG_BYTES) throw new Error('The backup was cut off or changed.');
      chunks.take(4);
      controller.enqueue(await open(chunks.take(chunks.length), true));
    },
  });
}

/** Whether a file that begins so is an encrypted backup. */
export function isEncryptedBackup(start: Uint8Array): boolean {
  return MAGIC.every((byte, index) => start[index] === byte);
}

async function readHeader(header: Bytes, secret: string): Promise<CryptoKey> {
  if (!isEncryptedBackup(header)) throw new Error('This is no encrypted backup.');
  const id = await keyIdOf(secret);
  const made = header.slice(MAGIC.length + SALT_BYTES);
  if (id.some((byte, index) => byte !== made[index])) throw new Error('The backup was made with another key: set BACKUP_KEY to that one.');
  return deriveKey(secret, header.slice(MAGIC.length, MAGIC.length + SALT_BYTES));
}

async function deriveKey(secret: string, salt: Bytes): Promise<CryptoKey> {
  if (secret.length < MIN_KEY_LENGTH) throw new Error(`BACKUP_KEY must have at least ${MIN_KEY_LENGTH} characters.`);
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey']);
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('tensu backup') };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

async function keyIdOf(secret: string): Promise<Bytes> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`tensu backup key id ${secret}`));
  return new Uint8Array(digest).slice(0, KEY_ID_BYTES);
}

function parametersOf(index: number, isLast: boolean) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setBigUint64(4, BigInt(index));
  return { name: 'AES-GCM', iv, additionalData: new Uint8Array([isLast ? 1 : 0]) };
}

class ChunkBuffer {
  #parts: Uint8Array[] = [];
  length = 0;

  push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  peek(size: number): Bytes {
    const all = concat(this.#parts);
    this.#parts = [all];
    return all.slice(0, size);
  }

  take(size: number): Bytes {
    const taken = this.peek(size);
    this.#parts = [concat(this.#parts).slice(size)];
    this.length -= size;
    return taken;
  }
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
