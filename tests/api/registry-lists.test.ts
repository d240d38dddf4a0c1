import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchedColumns } from '../../worker/contracts/columns.ts';
import type { Contract, Filter, FilterTarget } from '../../worker/contracts/contract.ts';
import { SEARCH } from '../../worker/contracts/field-filters.ts';
import { findSortColumn } from '../../worker/crud/predicates.ts';
import { tableNameOf } from '../../worker/crud/resource.ts';
import { hasColumn } from '../../worker/platform/db/tables.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { exactNameKey } from '../../worker/platform/text/match-name.ts';
import { formColumn, readFormColumn, type TextForm } from '../../worker/platform/text/text-forms.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample, SERVER_MADE } from '../support/samples.ts';

type Row = Record<string, unknown> & { id: number };

const ROWS = 9;

describe.each(RESOURCES.map((resource) => ({ name: resource.contract.name, resource })))('the list of $name', ({ name, resource }) => {
  const { contract, table } = resource;
  let api: TestApi;
  /** All rows in the order of their ids, and whole as the database has them. */
  let rows: Row[];
  let stored: Row[];

  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    for (let n = 1; n <= ROWS; n++) {
      api.clock.set(`2026-11-20T03:0${n}:00Z`);
      const { status, body } = await api.call('POST', name, { as: api.people.admin, body: makeSample(contract, n) });
      expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
      const made = Object.entries(SERVER_MADE[name]?.(n) ?? {});
      for (const [column, value] of made) {
        await api.client.execute({ sql: `UPDATE ${table} SET "${column}" = ? WHERE id = ?`, args: [value, body.data.id] });
      }
    }
    rows = (await list({ limit: 1000, order_by: 'id asc' })).data;
    stored = (await api.client.execute(`SELECT * FROM ${table} ORDER BY id`)).rows as unknown as Row[];
  });
  afterAll(() => api.close());

  async function call(params: Record<string, string | number>) {
    const query = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]));
    return api.call('GET', `${name}?${query}`, { as: api.people.admin });
  }

  async function list(params: Record<string, string | number>): Promise<{ data: Row[]; total: number } & Record<string, unknown>> {
    const { status, body } = await call(params);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function refusal(params: Record<string, string | number>): Promise<Record<string, string>> {
    const { status, body } = await call(params);
    expect(status, JSON.stringify(params)).toEqual(422);
    expect(body.code).toBe('invalid');
    return body.messages;
  }

  it('comes in an envelope of ten rows from page one', async () => {
    const body = await list({});
    expect(Object.keys(body).sort()).toEqual(['current_page', 'data', 'from', 'per_page', 'to', 'total']);
    expect(body).toMatchObject({ per_page: 10, current_page: 1, total: rows.length, from: 1, to: Math.min(10, rows.length) });
    const page = await list({ page: 2, limit: 4 });
    expect(page).toMatchObject({ per_page: 4, current_page: 2, total: rows.length, from: 5, to: 8 });
    expect(page.data).toHaveLength(4);
  });

  it('is empty with nulls behind its end and where nothing matches', async () => {
    const behind = await list({ page: 100 });
    expect(behind).toEqual({ data: [], per_page: 10, current_page: 100, total: rows.length, from: null, to: null });
    expect(await list({ id: 999_999 })).toEqual({ data: [], per_page: 10, current_page: 1, total: 0, from: null, to: null });
  });

  it('shows every field but secrets, and never a search key', () => {
    const secret = Object.keys(contract.fields).filter((field) => contract.fields[field]!.secret);
    for (const row of rows) {
      expect(Object.keys(row).filter((key) => /_(fold|sort)$/.test(key) || secret.includes(key) || key === 'password')).toEqual([]);
      expect(Object.keys(contract.fields).filter((field) => !secret.includes(field) && !(field in row))).toEqual([]);
      expect(row).toMatchObject({ id: expect.any(Number), version: expect.any(Number) });
    }
  });

  it('sends the rows that a row points to along', () => {
    const last = rows.at(-1)!;
    for (const [relation, { kind, field, pick, lists = {} }] of Object.entries(contract.relations)) {
      const ids = [last[field]].flat();
      const sent = [last[relation]].flat() as Row[];
      expect(
        sent.map((row) => row.id),
        `${relation} ${kind}`,
      ).toEqual(ids);
      for (const row of sent) {
        expect(Object.keys(row).sort()).toEqual([...pick, ...Object.keys(lists)].sort());
        for (const [name, list] of Object.entries(lists)) {
          expect(row[name]).not.toEqual([]);
          for (const listed of row[name] as Row[]) expect(Object.keys(listed).sort()).toEqual([...list.pick].sort());
        }
      }
    }
  });

  it('gives the same rows in one long page as in many short ones, which never overlap', async () => {
    for (const order_by of [
      contract.order,
      'updated_at DESC',
      contract.sorts.find((sort) => contract.fields[sort]?.kind === 'ref') ?? 'id',
      contract.sorts.find((sort) => sort.includes('.')) ?? 'id',
    ]) {
      const whole = (await list({ limit: 1500, order_by })).data.map((row) => row.id);
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(rows.length / 2); page++) {
        pages.push(...(await list({ limit: 2, page, order_by })).data.map((row) => row.id));
      }
      expect(pages).toEqual(whole);
      expect(new Set(pages).size).toBe(rows.length);
    }
  });

  it('is narrowed by each filter to exactly the rows that meet it', async () => {
    for (const [parameter, filter] of Object.entries(contract.filters)) {
      const { value, expected } = await aim(filter);
      const params = { [parameter]: value, limit: 1000 };
      const { data, total } = await list(params);
      expect(
        data.map((row) => row.id).sort((a, b) => a - b),
        `${parameter} ${value}`,
      ).toEqual(expected);
      expect(total, parameter).toEqual(expected.length);
      expect(expected.length, `${parameter}=${value} finds nothing to try`).toBeGreaterThan(0);
      expect((await list({ [parameter]: '', limit: 1000 })).total).toBe(rows.length);
    }
  });

  it('joins its filters: each narrows further', async () => {
    const row = rows.at(-1)!;
    const own = Object.entries(contract.filters).filter(([, { op, via, field }]) => op === 'equals' && !via && row[field] !== null);
    const all = Object.fromEntries(own.map(([parameter, { field }]) => [parameter, String(row[field])]));
    expect((await list(all)).data.map(({ id }) => id)).toEqual([row.id]);
  });

  it('searches without regard to accents, case, width and special signs', async () => {
    const searched = Object.entries(contract.filters).filter(([, { op, via, or }]) => op === 'contains' && !via && !or);
    for (const [parameter, { field }] of searched) {
      const row = stored.at(-1)!;
      const text = String(row[field]);
      for (const typed of [
        text,
        plain(text).toUpperCase(),
        text.toLowerCase(),
        wide(plain(text)),
        plain(text).slice(0, 2),
        text.normalize('NFD'),
      ]) {
        const { data } = await list({ [parameter]: typed, limit: 1000 });
        expect(
          data.some(({ id }) => id === row.id),
          `${parameter} ${typed}`,
        ).toBe(true);
      }
      for (const sign of ['%', '_', '"', "'", '\\', '*', 'AND NOT', ') OR (', '%%%', '"""', 'name:"x']) {
        const { total } = await list({ [parameter]: sign, limit: 1000 });
        const having = stored.filter((one) => plain(String(one[field] ?? '')).includes(plain(sign)));
        expect(total, `${parameter} ${sign}`).toEqual(having.length);
      }
    }
  });

  it('is searched by every text that its rows show, of the record and of those it points to', async () => {
    const searched = searchedColumns(contract.fields, contract.columns);
    const textsOf = (row: Row) => searched.flatMap(({ key }) => shownTexts(row, key)).map(plain);
    expect(searched.length, 'nothing is searched').toBeGreaterThan(0);
    for (const { key } of searched) {
      const text = rows.flatMap((row) => shownTexts(row, key)).at(-1);
      expect(text, `${key} has no text to search`).toBeDefined();
      for (const typed of [text!, plain(text!).toUpperCase(), plain(text!).slice(0, 2), plain(text!).slice(-4)]) {
        const words = plain(typed).split(/\s+/);
        const found = rows.filter((row) => words.every((word) => textsOf(row).some((one) => one.includes(word)))).map(({ id }) => id);
        const { data, total } = await list({ [SEARCH]: words.reverse().join(' '), limit: 1000, order_by: 'id ASC' });
        expect(total, `${key} ${typed}`).toEqual(found.length);
        expect(
          data.map(({ id }) => id),
          `${key} ${typed}`,
        ).toEqual(found);
      }
    }
    expect((await list({ [SEARCH]: 'không đâu có chữ này' })).total).toBe(0);
  });

  it('names every parameter it does not know or understand', async () => {
    expect(await refusal({ nope: 1 })).toEqual({ nope: 'Không có tham số «nope»' });
    const strange = ['password', 'name_fold', 'id__~', 'constructor', 'toString', '__proto__', 'id[]', 'id;--'];
    for (const parameter of strange) expect(Object.keys(await refusal(Object.fromEntries([[parameter, 'x']])))).toEqual([parameter]);
    for (const [parameter, { kind }] of Object.entries(contract.filters)) {
      if (kind === 'text' || kind === 'option') continue;
      const messages = await refusal({ [parameter]: kind === 'date' ? '2026-02-30' : 'x!' });
      expect(Object.keys(messages)).toEqual([parameter]);
    }
    for (const page of ['0', '-1', 'x', '1.5', '1e3']) expect(Object.keys(await refusal({ page }))).toEqual(['page']);
    for (const limit of ['0', '50001', 'all']) expect(Object.keys(await refusal({ limit }))).toEqual(['limit']);
  });

  it('sorts by each sort both ways, ties in the order of ids', async () => {
    for (const sort of contract.sorts) {
      const up = (await list({ limit: 1000, order_by: `${sort} ASC` })).data;
      const down = (await list({ limit: 1000, order_by: `${sort} desc` })).data;
      expect(
        down.map(({ id }) => id),
        sort,
      ).toEqual(up.map(({ id }) => id).reverse());
      for (const [index, row] of up.slice(1).entries()) {
        const before = up[index]!;
        const [a, b] = [before, row].map((each) => keyOf(sort, sortedValue(each, sort)));
        const order = compare(a, b, formOf(sort) === 'sort') || before.id - row.id;
        expect(order, `${sort}: ${a} before ${b}`).toBeLessThan(0);
      }
    }
  });

  /** What is sorted by its key or without case is so whatever its case. */
  function keyOf(sort: string, value: unknown): unknown {
    const form = formOf(sort);
    return value === null ? null : form === 'key' ? exactNameKey(String(value)) : form === 'fold' ? fold(String(value)) : value;
  }

  function formOf(sort: string): TextForm | undefined {
    const [name, field] = sort.split('.') as [string, string?];
    if (field === undefined) return readFormColumn(findSortColumn(resource, sort))?.form;
    const related = tableNameOf(contract.relations[name]!.entity);
    return (['sort', 'fold'] as const).find((form) => hasColumn(related, formColumn(field, form)));
  }

  it('cannot be sorted by what is no sort', async () => {
    for (const order_by of [
      'nope ASC',
      'password ASC',
      'name_fold',
      'id; DROP TABLE users',
      'id ASC, id DESC',
      'id SIDEWAYS',
      '(SELECT 1)',
    ]) {
      expect(Object.keys(await refusal({ order_by }))).toEqual(['order_by']);
    }
  });

  /** A value that some rows meet and, where it can be, some do not; with the ids of those that do. */
  async function aim({ or = [], ...filter }: Filter): Promise<{ value: string; expected: number[] }> {
    const source = filter.via
      ? ((await api.client.execute(`SELECT * FROM ${tableNameOf(filter.via.entity)}`)).rows as unknown as Row[])
      : stored;
    const relevant = filter.via ? source.filter(({ id }) => stored.some((row) => row[filter.via!.field] === id)) : source;
    if (filter.op === 'in') {
      const listed = [...new Set(stored.map((row) => row[filter.field]).filter((value) => value !== null))].slice(1, 4);
      const fields = [filter, ...or].map(({ field }) => field);
      return { value: listed.join(), expected: idsOf((row) => fields.some((field) => listed.includes(row[field]!))) };
    }
    if (filter.op === 'in_force') {
      const month = '2026-05';
      return { value: month, expected: idsOf((row) => String(row.valid_from) <= month) };
    }
    if (filter.op === 'empty') return { value: '0', expected: idsOf((row) => row[filter.field] !== null) };
    const values = relevant.map((row) => row[filter.field]).filter((value) => value !== null);
    expect(values.length, `${filter.field} has no value to filter by`).toBeGreaterThan(0);
    const sorted = [...values].sort((a, b) => compare(a, b, false));
    const chosen = sorted[Math.floor(sorted.length / 2)] as string | number;
    if (filter.op === 'words') {
      const words = plain(String(chosen)).split(/\s+/);
      const tests = await Promise.all(
        words.map((word) =>
          Promise.all([filter, ...or].map((target) => meets(target, (value) => value !== null && plain(String(value)).includes(word)))),
        ),
      );
      return { value: words.toReversed().join(' '), expected: idsOf((row) => tests.every((any) => any.some((test) => test(row)))) };
    }
    const holds = (value: unknown): boolean => {
      if (value === null) return false;
      if (filter.op === 'equals') return value === chosen;
      if (filter.op === 'contains') return plain(String(value)).includes(plain(String(chosen)));
      return filter.op === 'from' ? compare(value, chosen, false) >= 0 : compare(value, chosen, false) <= 0;
    };
    const tests = await Promise.all([filter, ...or].map((target) => meets(target, holds)));
    return { value: String(chosen), expected: idsOf((row) => tests.some((test) => test(row))) };
  }

  /** Whether a row, or the one that it points to, holds. */
  async function meets({ field, via }: FilterTarget, holds: (value: unknown) => boolean): Promise<(row: Row) => boolean> {
    if (!via) return (row) => holds(row[field]);
    const { rows } = await api.client.execute(`SELECT * FROM ${tableNameOf(via.entity)}`);
    const met = rows.filter((row) => holds(row[field])).map(({ id }) => id);
    const idsIn = (value: unknown) => (via.many ? (JSON.parse(String(value ?? '[]')) as number[]) : [value]);
    return (row) => idsIn(row[via.field]).some((id) => met.includes(id as number));
  }

  function idsOf(meets: (row: Row) => boolean): number[] {
    return stored.filter(meets).map(({ id }) => id);
  }
});

it('every filter and sort of every entity is one of its columns', () => {
  const stray = RESOURCES.flatMap(({ contract, columns }: { contract: Contract; columns: ReadonlySet<string> }) => [
    ...contract.sorts.filter((sort) => !columns.has(contract.relations[sort.split('.')[0]!]?.field ?? sort)),
    ...Object.values(contract.filters).flatMap(({ field, via }) => (columns.has(via?.field ?? field) ? [] : [via?.field ?? field])),
  ]);
  expect(stray).toEqual([]);
});

/** What a row is sorted by: a field of its own, or `relation.field`. */
function sortedValue(row: Row, sort: string): unknown {
  const [name, field] = sort.split('.') as [string, string?];
  return field === undefined ? row[name] : ((row[name] as Row | null)?.[field] ?? null);
}

/** The texts that a column shows of a row: one, none, or those of a list. */
function shownTexts(row: Row, key: string): string[] {
  const [name, field] = key.split('.') as [string, string?];
  const values = [row[name]].flat().map((value) => (field === undefined ? value : (value as Row | null)?.[field]));
  return values.filter((value) => value !== null && value !== undefined && value !== '').map(String);
}

const VIETNAMESE = new Intl.Collator('vi');

/** Empty first, numbers by size, names by the Vietnamese alphabet, other texts by their characters. */
function compare(a: unknown, b: unknown, alphabetical: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (alphabetical) return VIETNAMESE.compare(String(a), String(b));
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

function plain(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('đ', 'd');
}

/** Latin letters and digits as an input method for Japanese may type them. */
function wide(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).replaceAll(' ', '　');
}
