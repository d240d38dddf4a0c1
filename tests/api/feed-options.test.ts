import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('indirect_note', { id: 1, content: 'Họp' });
  await api.insert('indirects', { user_id: 1, rate_at: '2026-11-02', indirect_note_id: 1, point: 1, indirect_point_type: 'C' });
});

const feed = async (query: string, lang = 'vi') => {
  const { body } = await api.call('GET', `indirects/export?${query}`, { as: api.people.admin, headers: { 'accept-language': lang } });
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : JSON.stringify(body);
};

it('has options, flags and headings by their keys in any language, unless words are asked for', async () => {
  for (const lang of ['vi', 'en']) {
    expect(JSON.parse(await feed('format=json', lang))[0], lang).toMatchObject({ indirect_point_type: 'C', is_checked: 0 });
    expect(await feed('format=csv', lang), lang).toMatch(/indirect_point_type/);
  }
  expect(await feed('format=csv&options=words')).toMatch(/Loại điểm/);
  expect((await api.call('GET', 'indirects/export?options=x', { as: api.people.admin })).body.messages.options).toMatch(/keys, words/);
});
