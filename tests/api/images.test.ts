import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '../../worker/cleanup.ts';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { findImageNames, stripImageSignatures } from '../../worker/contracts/rich-text.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { query } from '../../worker/platform/db/query.ts';
import { hasRows } from '../../worker/platform/db/typed-rows.ts';
import { IMAGE_SOURCES } from '../../worker/resources/image-sources.ts';
import { openApi, TEST_SECRET, type TestApi } from '../support/api.ts';
import { pngOf } from '../support/images.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const START = '2026-11-20T03:00:00Z';

let api: TestApi;
let next = 1;
beforeEach(async () => {
  api = await openApi(START);
  await fillReferences(api);
  await api.client.execute('UPDATE sessions SET expires_at = 4e9');
});
afterEach(() => api.close());

const writer = () => ({ as: api.people.writer });

/** Days go by; the writer is still signed in. */
async function pass(days: number): Promise<void> {
  const { writer } = api.people;
  api.clock.set(new Date(api.clock.now() + days * 86_400_000).toISOString());
  const claims = { sub: String(writer.id), sid: 'session-writer', roles: ['Writer'], dept: 1, grp: 1 };
  writer.token = await signAccessToken(claims, [TEST_SECRET], api.clock.now());
}

const stored = () =>
  api.deps.files.list({ prefix: 'images/' }).then(({ objects }) => objects.map(({ key }) => key.slice('images/'.length)));

async function upload(seed: number, path = 'upload', field = 'upload'): Promise<string> {
  const form = new FormData();
  form.set(field, new Blob([pngOf(8, 8, seed)]), 'a.png');
  const { status, body } = await api.call('POST', path, { ...writer(), body: form });
  expect(status).toBe(200);
  return body.url;
}

async function saveText(description: string, id?: number): Promise<{ id: number; description: string; version: number }> {
  const body = id ? { description } : { ...makeSample(directs, next++), henkyaku_hi: '2026-11-10', description };
  const answer = await api.call(id ? 'PUT' : 'POST', id ? `directs/${id}` : 'directs', { ...writer(), body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(id ? 200 : 201);
  return answer.body.data;
}

const open = (url: string) => api.call('GET', url.replace('/api/v1/', ''));
const nameOf = (url: string) => findImageNames(url)[0]!;

describe("an image's address", () => {
  it('is signed wherever an image is named, and the same for some hours', async () => {
    const url = await upload(1);
    const avatar = await upload(2, 'me/avatar', 'avatar');
    const row = await saveText(`<img src="${url}">`);
    expect(row.description).toBe(`<img src="${url}" />`);
    const answers = [
      await api.call('GET', `directs/${row.id}`, writer()),
      await api.call('GET', 'directs', writer()),
      await api.call('GET', 'directs?limit=50000', writer()),
      await api.call('GET', `directs_techousei/${row.id}`, writer()),
      await api.call('PUT', `directs/${row.id}`, { ...writer(), body: { version: 99 } }),
      await api.call('POST', 'directs/checked', { ...writer(), body: { id: row.id, is_checked: 1 } }),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).toContain(url);
    expect((await api.call('GET', 'me', writer())).body.data.avatar).toBe(avatar);
    expect((await open(url)).status).toBe(200);
  });

  it('is kept nowhere with its signature', async () => {
    const url = await upload(1);
    const { id } = await saveText(`<p>a</p><img src="${url}">`);
    await upload(2, 'me/avatar', 'avatar');
    await api.call('POST', 'questions', { ...writer(), body: { year: 2026, month: 11, kind: 'total', text: 'a', picture: url } });
    const { rows } = await api.client.execute(`SELECT description AS text FROM directs WHERE id = ${id}
      UNION ALL SELECT avatar FROM users WHERE avatar IS NOT NULL UNION ALL SELECT picture FROM questions UNION ALL SELECT after FROM history`);
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter(({ text }) => String(text).includes('signed='))).toEqual([]);
    const [question] = (await api.call('GET', 'questions', writer())).body.data;
    expect(question.picture).toBe(url);
  });

  it('gets no new signature by a question of somebody who did not upload it, nor does one that nobody did', async () => {
    const bare = (await upload(7)).split('?')[0]!;
    const ask = (picture: string) =>
      api.call('POST', 'questions', { as: api.people.viewer, body: { year: 2026, month: 11, kind: 'total', text: 'a', picture } });
    for (const picture of [bare, bare.replace(/[0-9a-f]{64}/, '0'.repeat(64))]) {
      const { status, body } = await ask(picture);
      expect(status).toBe(422);
      expect(Object.keys(body.messages)).toEqual(['picture']);
    }
  });

  it('gets no new signature by a text of somebody who did not upload it, whichever way it is written', async () => {
    const bare = (await upload(7)).split('?')[0]!;
    const own = (await upload(8)).split('?')[0]!;
    const { checked, viewer } = api.people;
    const shown = await saveText(`<img src="${own}">`);
    const entities = bare.replace(/[a-f0-9]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const unknown = bare.replace(/[0-9a-f]{64}/, '0'.repeat(64));
    for (const description of [`<img src="${bare}">`, `<img src="${entities}">`, `<img src="${unknown}">`, `<p>${bare}</p>`]) {
      const body = { ...makeSample(directs, next++), henkyaku_hi: '2026-11-10', description };
      const answers = [
        await api.call('POST', 'directs', { as: checked, body }),
        await api.call('PUT', `directs/${shown.id}`, { as: checked, body: { description } }),
        await api.call('PUT', `directs_techousei/${shown.id}`, { as: checked, body: { description } }),
      ];
      for (const { status, body } of answers) {
        expect(status, description).toBe(422);
        expect(Object.keys(body.messages), description).toEqual(['description']);
      }
      const bulk = await api.call('POST', 'directs/bulk', { as: checked, body: { ids: [shown.id], values: { description } } });
      expect(bulk.body).toMatchObject({ changed: 0, refused: [{ id: shown.id }] });
    }
    const kept = await api.call('PUT', `directs/${shown.id}`, { as: checked, body: { description: `<p>xem</p><img src="${own}">` } });
    expect(kept.status, 'an image that the record shows').toBe(200);
    const copy = { ...makeSample(directs, next++), henkyaku_hi: '2026-11-10', description: `<img src="${own}">` };
    expect((await api.call('POST', 'directs', { as: checked, body: copy })).status, 'a text copied from another record').toBe(201);
    expect((await api.call('GET', `directs/${shown.id}`, { as: viewer })).body.data.description).toContain('signed=');
  });

  it('changes no record when it is saved again as it was sent, hours later', async () => {
    const { id } = await saveText(`<img src="${await upload(1)}">`);
    const first = (await api.call('GET', `directs/${id}`, writer())).body.data;
    await pass(2);
    await saveText(first.description, id);
    const { rows } = await api.client.execute(`SELECT description FROM directs WHERE id = ${id}`);
    expect(rows).toEqual([{ description: stripImageSignatures(first.description) }]);
  });

  it('opens nothing without its signature, with that of another image, with a changed time, or once it has expired', async () => {
    const [url, other] = [await upload(1), await upload(2)];
    const [path, signed] = url.split('?signed=');
    const [expires, code] = signed!.split('.');
    const wrong = [
      path!,
      `${path}?signed=`,
      `${path}?signed=${other.split('?signed=')[1]}`,
      `${path}?signed=${Number(expires) + 1}.${code}`,
      `${path}?signed=${expires}.${code!.slice(0, -2)}AA`,
    ];
    for (const address of wrong) expect((await open(address)).status, address).toBe(403);
    expect((await open(url)).headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(Number(/max-age=(\d+)/.exec((await open(url)).headers.get('cache-control')!)![1])).toBe(
      Number(expires) - api.clock.now() / 1000,
    );
    await pass(0.6);
    expect((await open(url)).status).toBe(403);
  });

  it('stays good while the secret is rotated', async () => {
    const url = await upload(1);
    api.deps.settings.jwtSecrets = ['another-secret-of-the-tests-0123456789abcdef', ...api.deps.settings.jwtSecrets];
    expect((await open(url)).status).toBe(200);
  });
});

describe('what a camera adds to an image', () => {
  const place = Buffer.from('21.0285 N 105.8542 E');
  const photo = Buffer.concat([pngOf(8, 8, 1, [['eXIf', place]]), place]);

  it('is not kept, and two photos that differ in nothing else are one file', async () => {
    const form = new FormData();
    form.set('upload', new Blob([photo]), 'a.png');
    const { body } = await api.call('POST', 'upload', { ...writer(), body: form });
    expect(body.url).toBe(await upload(1));
    expect(Buffer.from((await open(body.url)).body as Uint8Array)).toEqual(pngOf(8, 8, 1));
  });

  it('is taken out of an image that was stored with it, when somebody opens that', async () => {
    const url = await upload(1);
    const key = `images/${nameOf(url)}`;
    await api.deps.files.put(key, photo, { customMetadata: { user_id: '2' } });
    for (let time = 0; time < 2; time++) expect(Buffer.from((await open(url)).body as Uint8Array)).toEqual(pngOf(8, 8, 1));
    const kept = (await api.deps.files.get(key))!;
    expect({ size: kept.size, user_id: kept.customMetadata?.user_id }).toEqual({ size: pngOf(8, 8, 1).length, user_id: '2' });
  });
});

describe('images that nothing names', () => {
  const night = async (days = 0) => {
    await pass(days);
    await cleanUp(api.deps);
  };

  it('go 30 days after that was first seen, and others never do', async () => {
    const [unused, inText, formerly, picture] = [await upload(1), await upload(2), await upload(3), await upload(5)];
    const portrait = await upload(4, 'me/avatar', 'avatar');
    const row = await saveText(`<img src="${inText}"><img src="${formerly}">`);
    await saveText(`<img src="${inText}">`, row.id);
    await api.call('POST', 'questions', { ...writer(), body: { year: 2026, month: 11, kind: 'total', text: 'a', picture } });
    await night();
    await night(29);
    expect(await stored()).toHaveLength(5);
    await night(1.1);
    const kept = [inText, formerly, portrait, picture].map(nameOf);
    expect((await stored()).sort()).toEqual(kept.sort());
    expect(kept).not.toContain(nameOf(unused));
    await night(60);
    expect((await stored()).sort()).toEqual(kept.sort());
  });

  it('stay when they are used or uploaded again before the time is over', async () => {
    const [saved, again] = [await upload(1), await upload(2)];
    await night();
    await pass(29);
    await saveText(`<img src="${saved}">`);
    await upload(2);
    await night(2);
    expect((await stored()).sort()).toEqual([saved, again].map(nameOf).sort());
    await night(31);
    expect(await stored()).toEqual([nameOf(saved)]);
  });

  it.each([
    ['a text is saved', (url: string) => saveText(`<img src="${url}">`).then(() => undefined)],
    ['it is uploaded again', () => upload(1).then(() => undefined)],
  ])('are put back when at the moment of their removal %s', async (_, meanwhile) => {
    const url = await upload(1);
    await night();
    const { delete: remove } = api.deps.files;
    api.deps.files.delete = async (keys) => {
      api.deps.files.delete = remove;
      await meanwhile(url);
      await remove(keys);
    };
    await night(31);
    expect(await stored()).toEqual([nameOf(url)]);
  });

  it('are looked for in every field that may name one, by the indexes of those that do', async () => {
    expect([...IMAGE_SOURCES.keys()].sort()).toEqual(['directs.description', 'history of directs', 'questions.picture', 'users.avatar']);
    for (const [name, { column, from }] of IMAGE_SOURCES)
      await expect(api.deps.db.read(query(sql`SELECT ${column} FROM ${from}`, hasRows)), name).resolves.toBe(false);
  });
});
