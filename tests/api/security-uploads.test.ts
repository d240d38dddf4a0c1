import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { xlsxOf } from '../support/workbooks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});
afterEach(() => vi.useRealTimers());

const MEGABYTE = 1024 * 1024;
const TYPE = 'multipart/form-data; boundary=end';

/** An upload whose body stays open until it is finished. */
function openUpload(as: Person, path: string, { declared }: { declared?: number } = {}) {
  let body!: ReadableStreamDefaultController<Uint8Array>;
  let isRead = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        body = controller;
      },
      pull: () => {
        isRead = true;
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    authorization: `Bearer ${as.token}`,
    'content-type': TYPE,
    ...(declared !== undefined && { 'content-length': String(declared) }),
  };
  const answer = api.app.request(`/api/v1/${path}`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit) as Promise<Response>;
  return {
    answer,
    isRead: () => isRead,
    breakOff: () => body.error(new Error('Network connection lost.')),
    finish: async (file: Uint8Array) => {
      body.enqueue(new TextEncoder().encode('--end\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'));
      body.enqueue(file);
      body.enqueue(new TextEncoder().encode('\r\n--end--\r\n'));
      body.close();
      return (await answer).status;
    },
    refused: async () => {
      body.close();
      const response = await answer;
      return [response.status, ((await response.json()) as { code: string }).code, Number(response.headers.get('retry-after')) > 0];
    },
  };
}

describe('uploads that are under way at the same time', () => {
  it('hold a bounded part of the memory: who comes when it is full is told to come back, before their body is read', async () => {
    const { writer, checked, admin } = api.people;
    const file = await xlsxOf({ rows: '<row r="1"><c><v>1</v></c></row>' });
    const big = { declared: 20 * MEGABYTE };
    const [first, second] = [openUpload(writer, 'pro/import', big), openUpload(checked, 'pro/import', { declared: 5 * MEGABYTE })];
    await vi.waitFor(() => {
      expect(first.isRead()).toBe(true);
      expect(second.isRead()).toBe(true);
    }, MAX_WAIT_MS);

    const third = openUpload(admin, 'pro/import', big);
    expect(await third.refused()).toEqual([503, 'too_busy', true]);
    expect(third.isRead()).toBe(false);
    const ofNoLength = openUpload(admin, 'directs/import');
    expect(await ofNoLength.refused()).toEqual([503, 'too_busy', true]);

    expect(await first.finish(file)).toBe(201);
    expect(await second.finish(file)).toBe(201);
    const again = openUpload(admin, 'pro/import', big);
    expect(await again.finish(file)).toBe(201);
  });

  it('of one person leave room for those of others', async () => {
    const { writer, checked } = api.people;
    const file = await xlsxOf({ rows: '<row r="1"><c><v>1</v></c></row>' });
    const images = Array.from({ length: 4 }, () => openUpload(writer, 'upload', { declared: 5 * MEGABYTE }));
    await vi.waitFor(() => expect(images.every(({ isRead }) => isRead())).toBe(true), MAX_WAIT_MS);
    expect(await openUpload(writer, 'upload', { declared: 5 * MEGABYTE }).refused()).toEqual([503, 'too_busy', true]);
    const other = openUpload(checked, 'pro/import', { declared: 5 * MEGABYTE });
    expect(await other.finish(file)).toBe(201);
    expect(await Promise.all(images.map((image) => image.finish(new Uint8Array(9))))).toEqual([422, 422, 422, 422]);
  });

  it('give their room back when they are broken off', async () => {
    const { writer } = api.people;
    for (let n = 0; n < 3; n++) {
      const upload = openUpload(writer, 'pro/import', { declared: 20 * MEGABYTE });
      await vi.waitFor(() => expect(upload.isRead()).toBe(true), MAX_WAIT_MS);
      const [status] = await upload.refused();
      expect(status).toBe(400);
    }
  });
});

describe('a body that breaks off with its client', () => {
  it.each(['pro/import', 'upload', 'directs'])('is no error of the site: %s', async (path) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const upload = openUpload(api.people.writer, path);
    await vi.waitFor(() => expect(upload.isRead()).toBe(true), MAX_WAIT_MS);
    upload.breakOff();
    expect((await upload.answer).status).toBeLessThan(500);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });
});

describe('a body that comes too slowly', () => {
  it.each(['pro/import', 'upload', 'directs'])('is given up after a minute: %s', async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const upload = openUpload(api.people.writer, path);
    await vi.waitFor(() => expect(upload.isRead()).toBe(true), MAX_WAIT_MS);
    await vi.advanceTimersByTimeAsync(60_000);
    const answer = await upload.answer;
    expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({ status: 408, code: 'slow_body' });
  });
});
