import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findSecrets, isSecretFile } from '../../scripts/run/secret-rules.ts';
import { checkBuiltFiles } from '../../scripts/run/secrets.ts';

const MIXED = 'q7Zk2mXw9RtLb4Vc8NyPd3HsJf6Ga5Ue';
const MANY = MIXED.repeat(4);
/** Put together here, so that this file holds none of them. */
const PLANTED: [rule: string, text: string][] = [
  ['private key', `${'-----BEGIN'} RSA PRIVATE KEY-----\nMIIE${MANY}\n-----END RSA PRIVATE KEY-----`],
  ['private key', `const key = "${'-----BEGIN'} PRIVATE KEY-----\\nMIIE${MANY}\\n"`],
  ['private key', `${'-----BEGIN'} PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n${MANY}`],
  ['AWS key', `${'AKIA'}IOSFODNN7EXAMPLE`],
  ['Google API key', `${'AIza'}${MANY.slice(0, 35)}`],
  ['Google client secret', `${'GOCSPX'}-${MIXED.slice(0, 28)}`],
  ['Google token', `${'ya29'}.${MANY.slice(0, 60)}`],
  ['Facebook token', `access_token=${'EAA'}${MANY}`],
  ['GitHub token', `${'ghp'}_${MANY.slice(0, 36)}`],
  ['GitHub token', `${'github_pat'}_${MANY.slice(0, 70)}`],
  ['GitLab token', `${'glpat'}-${MIXED.slice(0, 20)}`],
  ['npm token', `//registry/:_auth=${'npm'}_${MANY.slice(0, 36)}`],
  ['Slack token', `${'xoxb'}-123456789012-${MIXED}`],
  ['Stripe key', `${'sk_live'}_${MIXED}`],
  ['signed token', `LIBSQL=${'eyJ'}hbGciOiJFZERTQSJ9.${'eyJ'}hIjoicnciLCJpYXQiOjE3.${MANY}`],
  ['password in an address', `libsql://admin:${MIXED.slice(0, 12)}@db.example`],
  ['value of a secret', `JWT_SECRET = "${MIXED}"`],
  ['value of a secret', `export const apiKey: string;\nconst headers = { accessToken: '${MIXED}${MIXED}' };`],
  ['value of a secret', `BASE_VN_TOKEN=${MIXED}`],
  ['value of a secret', `"client_secret": "${'0f9e'}8d7c6b5a493827161504f3e2d1c0b9a8"`],
];

describe('a secret', () => {
  it.each(PLANTED)('is found: %s', (rule, text) => {
    expect(findSecrets(`first line\n${text}\nlast line`).map((found) => found.rule)).toContain(rule);
  });

  it('is reported by its line, without its value', () => {
    const found = findSecrets(`one\ntwo\nJWT_SECRET=${MIXED}\n`);
    expect(found).toEqual([{ rule: 'value of a secret', line: 3 }]);
  });

  it('of this machine is found whatever it looks like', () => {
    expect(findSecrets('a\nb plain words of mine c', ['plain words of mine'])).toEqual([{ rule: "this machine's own secret", line: 2 }]);
  });

  it.each([
    ['a setting read from the environment', 'const secret = process.env.FACEBOOK_APP_SECRET;'],
    ['a name', "const token = 'refresh-tokens-and-their-successors';"],
    ['a variable', 'JWT_SECRET: keptSecret(join(dataDir, jwtSecretFileOfThisRun)),'],
    ['the marks of a key without one', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) return parse(text);"],
    ['a hash of content', '"integrity": "sha512-SGUhG5PIHd2eMdpgBF2PyQLOhX+qyDR2PT4cmoS4Qk2ak+jX/rrSvst9l0PGv5WTHolKpUMvVmoHpr4cZgf1RQ=="'],
    ['an address with a place for a password', `postgres://user:${'$'}{PASSWORD_OF_DATABASE}@db.example/x`],
    ['words of a form', "password_confirm: 'Mật khẩu mới phải giống với mật khẩu ở trên'"],
  ])('is not seen in %s', (_, text) => expect(findSecrets(text)).toEqual([]));

  it('may be a whole file', () => {
    const files = ['.dev.vars', '.dev.vars.production', '.env', '.env.local', 'id_ed25519', 'server.pem', 'tls.key', 'jwt-secret', 'a.p12'];
    expect(files.filter((name) => !isSecretFile(name))).toEqual([]);
    const plain = ['.env.example', 'keys.ts', 'env.ts', 'secrets.ts', 'wrangler.toml', 'id_rsa.test.ts', 'monkey', 'month-keys.sql'];
    expect(plain.filter(isSecretFile)).toEqual([]);
  });
});

describe('what is built', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tensu-secrets-'));
    vi.spyOn(console, 'info').mockImplementation(() => {});
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is not let through with a secret in it', async () => {
    await writeFile(join(folder, 'index.js'), 'export default {};\n');
    await checkBuiltFiles([folder]);
    await writeFile(join(folder, 'chunk.js'), `// built\nconst settings={token:"${MIXED}"};`);
    const refused = await checkBuiltFiles([folder]).catch((error: Error) => error.message);
    expect(refused).toMatch(/chunk\.js:2: value of a secret/);
    expect(refused).not.toContain(MIXED);
  });
});
