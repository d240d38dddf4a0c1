import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const get = (path: string, headers: Record<string, string> = {}, as = api.people.admin) => api.call('GET', path, { as, headers });
const textOf = (body: unknown) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body as Uint8Array);
const FILES = [
  'customers/export',
  'directs/export',
  'totals/export',
  'total_customers/export',
  'home/export?is_department=1',
  'export/excel?entity=customers',
];
const withFormat = (path: string, format: string) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`;

describe('a file', () => {
  it('comes as CSV with a byte order mark, dots, quotes by RFC 4180 and nothing that Excel would run', async () => {
    const name = 'Công ty "A", Hà\nNội';
    for (const row of [
      { name: '=HYPERLINK("http://x")', code: 'F1' },
      { name, code: '+84 90' },
      { name: ' 株式会社 ', code: 'Đ2' },
    ])
      await api.insert('customers', row);
    await api.insert('tsubos', { scale_factor_code: 'S', scale_factor: 0.875, scale_equal_to: 10.5 });
    const { headers, body } = await get('customers/export?format=csv&order_by=id ASC');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="customers.csv"');
    const text = textOf(body);
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain('"Công ty ""A"", Hà\nNội"');
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(`'+84 90`);
    expect(text).toContain('" 株式会社 "');
    expect(text.split('\r\n')).toHaveLength(5);
    expect(textOf((await get('tsubos/export?format=csv')).body)).toMatch(/^S,,0\.875,.*,10\.5,/m);
  });

  it('comes as a JSON array with the rows of the workbook', async () => {
    const json = (await get('customers/export?format=json&order_by=id ASC')).body;
    expect(json.map((row: { code: string }) => row.code)).toEqual(['F1', '+84 90', 'Đ2']);
    expect(json[0].name).toBe('=HYPERLINK("http://x")');
    const sheet = await readWorkbook((await get('customers/export?order_by=id ASC')).body);
    expect(json).toHaveLength(JSON.stringify(sheet).match(/Đ2/) ? 3 : -1);
    expect((await get('customers/export?format=json&code=nobody')).body).toEqual([]);
  });

  it.each(FILES)('%s has a tag in every format, answers 304 and HEAD, and refuses an unknown format or page', async (path) => {
    for (const format of ['xlsx', 'csv', 'json']) {
      const address = withFormat(path, format);
      const { status, headers, body } = await get(address);
      expect(status, address).toBe(200);
      expect(headers.get('content-disposition')?.endsWith(`.${format}"`), address).toBe(true);
      expect(format === 'json' ? Array.isArray(body) : body.byteLength > 0).toBe(true);
      const tag = headers.get('etag')!;
      const again = await get(address, { 'if-none-match': tag });
      expect(again.status, address).toBe(304);
      expect(again.headers.get('etag'), address).toEqual(tag);
      expect(again.body.byteLength, address).toBe(0);
      expect((await get(address, { 'if-none-match': '*' })).status, `${address} *`).toBe(304);
      const head = await api.app.request(`/api/v1/${address}`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${api.people.admin.token}` },
      });
      expect(head.status).toBe(200);
      expect(head.headers.get('etag')).toEqual(tag);
      expect(head.headers.get('content-type')).toEqual(headers.get('content-type'));
      expect((await get(address, { 'if-none-match': tag, 'accept-language': 'en' })).status).toBe(200);
    }
    expect(Object.keys((await get(withFormat(path, 'xml'))).body.messages)).toEqual(['format']);
    expect((await get(withFormat(path, 'xml'), {}, api.people.none)).status).toBe(403);
    expect(Object.keys((await get(withFormat(path, 'csv&page=x'))).body.messages), 'a page').toEqual(['page']);
  });

  it('has another tag after a write, and for another person', async () => {
    const path = 'indirect_note/export?format=csv';
    const tag = (await get(path)).headers.get('etag')!;
    expect((await get(path, { 'if-none-match': tag }, api.people.writer)).status).toBe(200);
    const made = await api.call('POST', 'indirect_note', { as: api.people.admin, body: { content: 'Mới' } });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const after = await get(path, { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(textOf(after.body).includes('Mới')).toBe(true);
  });

  it('of totals leaves the line of sums to the workbook', async () => {
    const rows = (await get('totals/export?format=json&year=2026&month=11')).body;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('Tổng');
  });
});
