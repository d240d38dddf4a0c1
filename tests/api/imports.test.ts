import { beforeAll, describe, expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../worker/contracts/contracts.ts';
import { isGranted } from '../../worker/contracts/roles.ts';
import { IMPORTABLES, importableOf } from '../../worker/features/imports/importable.ts';
import { readHeadings } from '../../worker/features/imports/read/headings.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { xlsxOf, zipTexts } from '../support/workbooks.ts';

let api: TestApi;
const kept = new Map<string, Blob>();

beforeAll(async () => {
  api = await openApi();
  api.deps.files = {
    put: async (key: string, file: Blob) => void kept.set(key, file),
    delete: async (key: string) => void kept.delete(key),
  } as never;
});

const names = IMPORTABLES.map(({ resource }) => resource.contract.name);

async function send(entity: string, as: Person | undefined, file: Blob | undefined, mode?: string) {
  const form = new FormData();
  if (file) form.set('file', file, 'bảng.xlsx');
  if (mode) form.set('mode', mode);
  return api.call('POST', `${entity}/import`, { as, body: form });
}

const workbook = async () => new Blob([(await xlsxOf({ rows: '<row r="1"><c><v>1</v></c></row>' })) as Uint8Array<ArrayBuffer>]);

test('the entities that take workbooks are those of the spec', () => {
  expect(ENTITY_NAMES.filter((name) => !names.includes(name))).toEqual(['roles', 'rule_cases', 'rule_scenarios']);
});

test.each([...names.map((entity) => `${entity}/import`), 'upload', 'me/avatar'])(
  'the rights come before the first byte of the file: %s',
  async (path) => {
    let taken = 0;
    const file = new ReadableStream<Uint8Array>(
      { pull: (stream) => (taken++ < 100 ? stream.enqueue(new Uint8Array(65_536)) : stream.close()) },
      { highWaterMark: 0 },
    );
    const { read } = api.deps.db;
    let takenBefore = -1;
    api.deps.db.read = (...given) => {
      takenBefore = taken;
      return read(...given);
    };
    await api.client.execute({ sql: 'UPDATE users SET active = 0 WHERE id = ?', args: [api.people.none.id] });
    const headers = { authorization: `Bearer ${api.people.none.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await api.app.request(`/api/v1/${path}`, { method: 'POST', headers, body: file, duplex: 'half' } as RequestInit);
    await api.client.execute({ sql: 'UPDATE users SET active = 1 WHERE id = ?', args: [api.people.none.id] });
    api.deps.db.read = read;
    expect({ status: answer.status, takenBefore }).toEqual({ status: 401, takenBefore: 0 });
  },
);

const grantOf = (entity: string) => importableOf(entity).resource.contract.access.import;
const importersOf = (entity: string) =>
  (['Admin', 'Writer', 'Checked'] as const)
    .filter((role) => isGranted([role], grantOf(entity)))
    .map((role) => api.people[role.toLowerCase() as 'admin']);

describe.each(names)('%s', (entity) => {
  test('is refused to strangers and Viewers before any error about the file', async () => {
    const bad = new Blob(['no workbook']);
    expect((await send(entity, undefined, bad)).status).toBe(401);
    for (const person of [api.people.viewer, api.people.none]) {
      expect(await send(entity, person, bad)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect((await api.call('GET', `${entity}/import-template`, { as: person })).status).toBe(403);
    }
  });

  test('is kept and put on the queue for those who may import it', async () => {
    for (const person of importersOf(entity)) {
      const answer = await send(entity, person, await workbook(), 'valid_rows');
      expect(answer).toMatchObject({ status: 201, body: { status: 'queued' } });
      expect(kept.has(`imports/${answer.body.id}/workbook`)).toBe(true);
      expect(api.sent.at(-1)).toEqual({ type: 'import', import_id: answer.body.id });
      const { body } = await api.call('GET', `imports/${answer.body.id}`, { as: person });
      expect(body).toMatchObject({
        entity,
        mode: 'valid_rows',
        status: 'queued',
        total: null,
        done: 0,
        errors: [],
        user: { id: person.id },
      });
      // Ten of one person may wait.
      await api.client.execute("UPDATE imports SET status = 'cancelled'");
    }
  });

  test('previews where the address says so, and refuses a parameter that it does not know', async () => {
    const [person] = importersOf(entity);
    const ask = async (parameters: string) => {
      const form = new FormData();
      form.set('file', await workbook());
      return api.call('POST', `${entity}/import?${parameters}`, { as: person, body: form });
    };
    const { id } = (await ask('dry_run=1&mode=valid_rows')).body;
    expect((await api.call('GET', `imports/${id}`, { as: person })).body).toMatchObject({ dry_run: 1, mode: 'valid_rows' });
    expect(await ask('dryrun=1')).toMatchObject({ status: 422, body: { messages: { dryrun: expect.any(String) } } });
    await api.client.execute({ sql: 'DELETE FROM imports WHERE id = ?', args: [id] });
  });

  test('has a template whose headers are understood, in both languages', async () => {
    for (const lang of ['vi', 'en'] as const) {
      const answer = await api.call('GET', `${entity}/import-template`, { as: api.people.admin, headers: { 'accept-language': lang } });
      const [header] = await readWorkbook(answer.body as Uint8Array);
      const importable = IMPORTABLES.find(({ resource }) => resource.contract.name === entity)!;
      const { resource, fields } = importable;
      expect(readHeadings(importable, header as string[])).toMatchObject({
        columns: fields.map((field, index) => ({ index, field })),
        ignored: [],
      });
      const { fields: declared } = resource.contract;
      expect(header).toEqual(fields.map((name) => `${declared[name]!.label[lang]}${declared[name]!.required ? ' *' : ''}`));
      const sheet = (await zipTexts(answer.body as Uint8Array))['xl/worksheets/sheet1.xml']!;
      const rules = [...sheet.matchAll(/sqref="([A-Z]+)2:[^"]*"><formula1>(.*?)<\/formula1>/g)];
      const listed = new Map(rules.map(([, letters, formula]) => [letters, formula]));
      for (const [index, name] of fields.entries()) {
        const options = declared[name]!.options;
        const choices = options && Object.values(options).map((text) => text[lang]);
        if (choices) expect(listed.get(lettersOf(index)), `${entity}.${name}`).toBe(`"${choices.join(',')}"`);
        else if (declared[name]!.entity === 'users') expect(listed.has(lettersOf(index)), `${entity}.${name}`).toBe(true);
      }
      expect(new Set(header).size).toBe(header!.length);
    }
  });
});

describe('a file', () => {
  test('must be there, small enough and a workbook; the mode one of two', async () => {
    const { writer } = api.people;
    expect(await send('pro', writer, undefined)).toMatchObject({
      status: 422,
      body: { messages: { file: 'Tệp Excel không được để trống' } },
    });
    expect(await send('pro', writer, new Blob([]))).toMatchObject({
      status: 422,
      body: { messages: { file: expect.stringContaining('0 byte') } },
    });
    expect(await send('pro', writer, new Blob(['%PDF-1.7']))).toMatchObject({
      status: 415,
      body: { messages: { file: expect.stringContaining('không phải là bảng tính Excel') } },
    });
    expect((await send('pro', writer, new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]))).status).toBe(413);
    expect(await send('pro', writer, await workbook(), 'some')).toMatchObject({
      status: 422,
      body: { messages: { mode: expect.any(String) } },
    });
    expect((await api.call('POST', 'pro/import', { as: writer, body: { file: 'x' } })).status).toBe(415);
    expect(
      (await api.call('POST', 'pro/import', { as: writer, body: '', headers: { 'content-type': 'multipart/form-data' } })).status,
    ).toBe(400);
  });
});

describe('the list of imports', () => {
  test("shows one's own, newest first, and all to an Admin", async () => {
    const { body: mine } = await api.call('GET', 'imports?entity=pro&limit=5', { as: api.people.checked });
    expect(mine.data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([api.people.checked.id]);
    const { body: all } = await api.call('GET', 'imports?limit=50', { as: api.people.admin });
    expect(all.total).toBe(names.flatMap(importersOf).length);
    const ids = all.data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect((await api.call('GET', 'imports?entity=roles', { as: api.people.admin })).status).toBe(422);
    expect((await api.call('GET', 'imports', { as: api.people.viewer })).status).toBe(403);
  });

  test('marks an import failed that gave no sign of life for ten minutes', async () => {
    const { body } = await send('pro', api.people.writer, await workbook());
    const silentSince = (at: string) =>
      api.client.execute({ sql: 'UPDATE imports SET progress_at = ?, lease_until = ? WHERE id = ?', args: [at, api.clock.now(), body.id] });
    await silentSince('2026-11-20 09:50:00');
    expect((await api.call('GET', `imports/${body.id}`, { as: api.people.writer })).body.status).toBe('queued');
    await silentSince('2026-11-20 09:49:59');
    const { body: failed } = await api.call('GET', `imports/${body.id}`, { as: api.people.writer });
    expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('gián đoạn') });
  });

  test('knows no import of another name', async () => {
    expect((await api.call('GET', 'imports/999', { as: api.people.writer })).status).toBe(404);
    expect((await api.call('GET', 'imports/x', { as: api.people.writer })).status).toBe(422);
    expect((await api.call('POST', 'imports/999/cancel', { as: api.people.writer })).status).toBe(404);
    expect((await api.call('GET', 'imports/999/errors', { as: api.people.writer })).status).toBe(404);
  });
});

/** The letters of a column of a sheet. */
function lettersOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : lettersOf(Math.floor(index / 26) - 1) + lettersOf(index % 26);
}
