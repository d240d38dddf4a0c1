import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const EXPORTED = RESOURCES.filter(({ contract }) => contract.access.export !== undefined);
const ROWS = 5;

describe.each(EXPORTED.map((resource) => ({ name: resource.contract.name, resource })))('the workbook of $name', ({ name, resource }) => {
  const { contract } = resource;
  let api: TestApi;
  let listed: Record<string, unknown>[];

  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    for (let n = 1; n <= ROWS; n++) await api.call('POST', name, { as: api.people.admin, body: makeSample(contract, n) });
    listed = (await api.call('GET', `${name}?limit=1000&order_by=id DESC`, { as: api.people.admin })).body.data;
  });
  afterAll(() => api.close());

  async function sheetOf(query: string, lang = 'vi'): Promise<exceljs.Worksheet> {
    const answer = await api.call('GET', `${name}/export?${query}`, { as: api.people.admin, headers: { 'accept-language': lang } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(answer.headers.get('content-disposition')).toContain(`filename="${name}.xlsx"`);
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.load(answer.body as ArrayBuffer);
    expect(workbook.worksheets).toHaveLength(1);
    return workbook.worksheets[0]!;
  }

  it('has one row of headers in the language of the caller, those of the list first', async () => {
    for (const lang of ['vi', 'en'] as const) {
      const header = ((await sheetOf('', lang)).getRow(1).values as unknown[]).slice(1);
      const listed = contract.columns.map(({ label }) => label[lang]);
      expect(header.slice(0, listed.length)).toEqual(listed);
      if (!contract.access.import) expect(header).toHaveLength(listed.length);
    }
  });

  it('has every row of the list in its order, with numbers as numbers and days as days', async () => {
    const sheet = await sheetOf('order_by=id DESC');
    expect(sheet.rowCount).toBe(listed.length + 1);
    for (const [index, row] of listed.entries()) {
      contract.columns.forEach(({ key, kind, options }, column) => {
        const cell = sheet.getRow(index + 2).getCell(column + 1).value;
        const value = shown(row, key);
        const where = `${key} of ${row.id}`;
        if (value === null || value === undefined || value === '') expect(cell ?? null, where).toBeNull();
        else if (options) expect(cell, where).toBe(options[String(value)]!.vi);
        else if (kind === 'flag') expect(cell, where).toBe(value === 1 ? 'Có' : 'Không');
        else if (kind === 'date' || kind === 'datetime') {
          expect(cell, where).toBeInstanceOf(Date);
          expect(
            (cell as Date)
              .toISOString()
              .replace('T', ' ')
              .slice(0, kind === 'date' ? 10 : 19),
            where,
          ).toBe(value);
        } else expect(cell, where).toBe(value);
      });
    }
  });

  it('says yes and no where the list has a switch, in the language of the caller', async () => {
    const at = contract.columns.findIndex(({ key }) => key === 'is_checked') + 1;
    if (at === 0) return;
    const [first] = listed;
    await api.call('POST', `${name}/checked`, { as: api.people.admin, body: { id: first!.id, is_checked: 1 } });
    const words = async (lang: string) => (await sheetOf('order_by=id DESC', lang)).getColumn(at).values.slice(2);
    expect(new Set(await words('vi'))).toEqual(new Set(['Có', 'Không']));
    expect((await words('en'))[0]).toBe('Yes');
    await api.call('POST', `${name}/checked`, { as: api.people.admin, body: { id: first!.id, is_checked: 0 } });
  });

  it('has only the rows that the filters of the list leave, whatever page is asked for', async () => {
    const [first] = listed;
    const sheet = await sheetOf(`id=${first!.id}&page=3&limit=1`);
    expect(sheet.rowCount).toBe(2);
    expect((await sheetOf('id=999999')).rowCount).toBe(1);
  });
});

/** A column's value in a row of the list: a field, or a field of what the row points to. */
function shown(row: Record<string, unknown>, key: string): unknown {
  const [name, field] = key.split('.') as [string, string?];
  if (field === undefined) return row[name];
  const related = row[name] as Record<string, unknown> | Record<string, unknown>[] | null;
  return Array.isArray(related) ? related.map((one) => one[field]).join(', ') : related?.[field];
}
