import { expect, it } from 'vitest';
import { writeCsv } from '../../worker/platform/feeds/csv.ts';

async function fieldOf(text: string): Promise<string> {
  async function* rows() {
    yield [[text]];
  }
  let all = '';
  for await (const part of writeCsv({ columns: [{ header: 'h', key: 'h' }], rows: rows() } as never)) all += part;
  return all.replace(/^\uFEFFh\r\n/, '').replace(/\r\n$/, '');
}

it.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t=1+1', "x\t'=1+1"],
  ['x; +cmd(1)', "x; '+cmd(1)"],
  ['x;-2+cmd|y!A0', "x;'-2+cmd|y!A0"],
  ['x\n@SUM(1)', '"x\n\'@SUM(1)"'],
  ['x;＝1', "x;'＝1"],
  ['=1', "'=1"],
])('a formula behind a separator of any language is none: %j', async (text, field) => {
  expect(await fieldOf(text)).toBe(field);
});

it.each(['a; b', 'a;b', 'Mục:\n- một\n- hai', 'a; -5', 'x = 1; y = 2', '2026-09-03; 10:00', 'a+b;c-d'])(
  'an ordinary text stays as it is: %j',
  async (text) => {
    expect((await fieldOf(text)).replace(/^"|"$/g, '')).toBe(text);
  },
);
