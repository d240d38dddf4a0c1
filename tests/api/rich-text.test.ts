import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { directsTechousei } from '../../worker/contracts/entities/directs_techousei.ts';
import { stripImageSignatures } from '../../worker/contracts/rich-text.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { openCrawl } from '../support/crawl.ts';
import { ATTACKS, findDangerousMarkup } from '../support/markup-attacks.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const IMAGE = `/api/v1/files/${'ab'.repeat(32)}.webp`;
const IMAGE_TAG = `<img src="${IMAGE}" alt="Mặt bằng" width="800" height="600">`;
const GOOD = `<p><strong>Sửa</strong> <span class="fs-24">tầng 2</span> <a href="https://khach.test/ban-ve">bản vẽ</a></p><ul><li><p>図面</p></li></ul>`;
const CLEANED = GOOD.replace('ban-ve">', 'ban-ve" target="_blank" rel="noopener noreferrer">');

describe("a direct's description", () => {
  let api: TestApi;
  let next = 1;
  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    await api.insert('image_uploads', { name: IMAGE.split('/').at(-1)!, user_id: api.people.writer.id });
  });
  afterAll(() => api.close());

  const call = (method: string, path: string, body: unknown) => api.call(method, path, { as: api.people.writer, body });
  const create = (description: unknown, contract = directs) =>
    call('POST', contract.name, { ...makeSample(contract, next++), henkyaku_hi: '2026-11-10', description });

  it('keeps its formatting, links and images', async () => {
    const { status, body } = await create(GOOD + IMAGE_TAG);
    expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
    expect(stripImageSignatures(body.data.description)).toBe(CLEANED + IMAGE_TAG.replace('">', '" />'));
    const again = await call('PUT', `directs/${body.data.id}`, { description: body.data.description });
    expect(again.body.data.description).toBe(body.data.description);
    const emptied = await call('PUT', `directs/${body.data.id}`, { description: '<script>x</script>' });
    expect(emptied.body.data.description).toBeNull();
  });

  it('loses whatever could run, on every way in', async () => {
    const all = ATTACKS.filter((attack) => !/<(?:plaintext|script>alert\(1\)\/\/|b\/)/.test(attack)).join('\n');
    const made = await create(all);
    const { id } = made.body.data;
    const texts = [made, await create(all, directsTechousei)];
    // An update that changes nothing leaves no history, so each text says its number.
    for (const [index, attack] of ATTACKS.entries()) {
      texts.push(await call('PUT', `directs/${id}`, { description: `${GOOD}<p>${index}</p>${attack}` }));
      expect(texts.at(-1)!.body.data.description.startsWith(CLEANED)).toBe(true);
    }
    texts.push(await call('POST', `directs_techousei/${id}`, { _method: 'PUT', description: all }));
    const form = new FormData();
    form.set('description', all);
    texts.push(await call('PUT', `directs_techousei/${id}`, form));
    for (const { status, body } of texts) {
      expect({ status, messages: body.messages }).toEqual({ status: status === 201 ? 201 : 200, messages: undefined });
      expect(findDangerousMarkup(body.data.description ?? '')).toEqual([]);
    }
    const { rows } = await api.client.execute("SELECT after FROM history WHERE entity = 'directs' AND after LIKE '%description%'");
    const written = rows.map(({ after }) => String((JSON.parse(String(after)) as { description?: unknown }).description ?? ''));
    expect(written.length).toBeGreaterThan(ATTACKS.length);
    expect(written.flatMap(findDangerousMarkup)).toEqual([]);
  });

  it('holds ten images, and says so of an eleventh', async () => {
    expect((await create(IMAGE_TAG.repeat(10))).status).toBe(201);
    const { status, body } = await create(IMAGE_TAG.repeat(11));
    expect({ status, messages: body.messages }).toEqual({ status: 422, messages: { description: 'Mô tả có tối đa 10 ảnh' } });
  });
});

describe("a crawled job's content", () => {
  it('is cleaned before it is stored, and crawled again it changes nothing', async () => {
    const t = await openCrawl({ jobs: ATTACKS.length + 1 });
    try {
      const contents = [GOOD, ...ATTACKS.map((attack) => `${GOOD}${attack}${IMAGE_TAG}`)];
      for (const [index, job] of t.standin.jobs().entries()) job.content = contents[index]!;
      expect(await t.crawl()).toMatchObject({ status: 'done', inserted: contents.length, skipped: 0 });
      const descriptions = (await t.directs()).map(({ description }) => String(description));
      expect(descriptions.filter((description) => description.startsWith(CLEANED))).toHaveLength(contents.length);
      expect(descriptions.flatMap(findDangerousMarkup)).toEqual([]);
      expect(descriptions.filter((description) => description.includes('/files/'))).toEqual([]);
      expect(await t.crawl({ full: true })).toMatchObject({ status: 'done', updated: 0, unchanged: contents.length });
    } finally {
      await t.close();
    }
  });
});
