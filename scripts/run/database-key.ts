import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, writeWhole } from './write-whole.ts';

/** What opens a database server of our own: it checks tokens with the public key. */
export interface DatabaseKey {
  /** Ed25519, as the server takes it: URL-safe base64. */
  publicKey: string;
  /** A signed token with all rights. */
  token: string;
}

/** The key of a data folder's database server, made when there is none. The private half is thrown away: one token is all there is. */
export function readOrCreateDatabaseKey(dataDir: string): DatabaseKey {
  const file = join(dataDir, 'database-key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeWhole(file, JSON.stringify(createDatabaseKey()));
  }
  const key = parseKey(readWhole(file));
  if (!key)
    throw new Error(`${file} holds no key of the database server. Stop the site, delete the file, and the next start makes a new one.`);
  return key;
}

function parseKey(text: string): DatabaseKey | undefined {
  try {
    const { publicKey, token } = JSON.parse(text) as Partial<DatabaseKey>;
    return publicKey && token ? { publicKey, token } : undefined;
  } catch {
    return undefined;
  }
}

function createDatabaseKey(): DatabaseKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const content = [{ alg: 'EdDSA', typ: 'JWT' }, { a: 'rw' }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(null, Buffer.from(content), privateKey).toString('base64url');
  return { publicKey: publicKey.export({ format: 'jwk' }).x ?? '', token: `${content}.${signature}` };
}
