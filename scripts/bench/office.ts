import type { Client } from '@libsql/client';
import type { Role } from '../../worker/contracts/roles.ts';
import { ACCESS_SECONDS, signAccessToken } from '../../worker/platform/auth/tokens.ts';

/** Somebody of the demo's company who uses the site. */
export interface Person {
  id: number;
  username: string;
  headers(): Promise<Record<string, string>>;
}

export interface Answer {
  /** 0 where no answer came. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers of every shape
  body: any;
}

/** What a new direct of a bench has beside its people, customer and work. */
export const NEW_DIRECT = { tsubosuu: 30, complex_factor: 1, complex_point: 1, sagyou_jikan: 60, chekkku_jikan: 20 };

/** People who call a site. */
export class Office {
  #origin: () => URL;
  #client: Client;
  #secret: string;

  constructor(origin: () => URL, client: Client, secret: string) {
    this.#origin = origin;
    this.#client = client;
    this.#secret = secret;
  }

  /** People of these roles, each with a session of their own. */
  async people(roles: readonly Role[], count: number): Promise<Person[]> {
    const { rows } = await this.#client.execute({
      sql: `SELECT u.id, u.username, u.department_id, u.dept_grp_id, json_group_array(r.name) AS roles FROM users u, json_each(u.role_ids) j
        JOIN roles r ON r.id = j.value WHERE u.active = 1 AND r.name IN (SELECT value FROM json_each(?)) GROUP BY u.id ORDER BY u.id LIMIT ?`,
      args: [JSON.stringify(roles), count],
    });
    const people: Person[] = [];
    // One after the other: parallel writes on streams of their own lock each other out.
    for (const row of rows) people.push(await this.#openSession(row));
    return people;
  }

  async #openSession(row: Record<string, unknown>): Promise<Person> {
    const [id, sid, now] = [Number(row.id), `bench-${row.id}`, Math.floor(Date.now() / 1000)];
    await this.#client.execute({
      sql: 'INSERT OR REPLACE INTO sessions (id, user_id, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      args: [sid, id, now, now, now + 86_400],
    });
    const claims = {
      ...{ sub: String(id), sid, roles: JSON.parse(String(row.roles)) as string[] },
      ...{ dept: row.department_id as number | null, grp: row.dept_grp_id as number | null },
    };
    let [token, madeAt] = [Promise.resolve(''), 0];
    const headers = async () => {
      if (Date.now() - madeAt > (ACCESS_SECONDS * 1000) / 2) {
        madeAt = Date.now();
        token = signAccessToken(claims, [this.#secret], madeAt);
      }
      return { authorization: `Bearer ${await token}`, 'accept-language': 'en' };
    };
    return { id, username: String(row.username), headers };
  }

  /** One call and its answer. `body` is sent as JSON, a file as a form. */
  async call(person: Person, method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
    try {
      const encoded = body && (body instanceof Upload ? body : { type: 'application/json', bytes: JSON.stringify(body) });
      const answer = await fetch(new URL(`/api/v1/${path}`, this.#origin()), {
        method,
        headers: { ...(await person.headers()), ...(encoded && { 'content-type': encoded.type }), ...more },
        ...(encoded && { body: encoded.bytes }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await answer.text();
      return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
    } catch (error) {
      return { status: 0, body: { message: (error as Error).message } };
    }
  }

  /** A download that is taken to its end, or left after its first bytes. */
  async download(person: Person, path: string, leave: boolean): Promise<void> {
    const leaving = new AbortController();
    const answer = await fetch(new URL(`/api/v1/${path}`, this.#origin()), { headers: await person.headers(), signal: leaving.signal });
    if (!leave) return void (await answer.bytes());
    await answer.body?.getReader().read();
    leaving.abort();
  }
}

/** One of the list, by chance. */
export function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}

/** The form of `POST {entity}/import`, encoded by hand: wrangler replaces some of the classes that would do it, and the rest does not know them. */
export class Upload {
  readonly type = 'multipart/form-data; boundary=end';
  readonly bytes: Buffer<ArrayBuffer>;

  constructor(file: Uint8Array, mode: string) {
    const field = (name: string) => `--end\r\ncontent-disposition: form-data; name="${name}"`;
    const parts = [`${field('file')}; filename="bench.xlsx"\r\n\r\n`, file, `\r\n${field('mode')}\r\n\r\n${mode}\r\n--end--\r\n`];
    this.bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  }
}

export async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
