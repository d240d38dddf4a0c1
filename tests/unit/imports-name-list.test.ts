import { expect, it } from 'vitest';
import { type KnownNames, readNameLists } from '../../worker/features/imports/read/name-list.ts';

const KNOWN = ['A', 'B', '1,234', 'Cad, 3D', 'x;y', 'Nhà; 2, 3', 'C', 'D', 'C, D'];
const NAMES: KnownNames = {
  isName: (text) => KNOWN.includes(text),
  isBeginning: (text) => KNOWN.some((name) => name.startsWith(text)),
};
const split = (text: string) => readNameLists(text, NAMES);

it.each([
  ['A, B', ['A', 'B']],
  ['A;B', ['A', 'B']],
  ['A\nB、', ['A', 'B']],
  ['1,234', ['1,234']],
  ['A, 1,234, Cad, 3D,B', ['A', '1,234', 'Cad, 3D', 'B']],
  ['Nhà; 2, 3, A', ['Nhà; 2, 3', 'A']],
  ['A, x;y', ['A', 'x;y']],
  ['A, mới, B', ['A', 'mới', 'B']],
  ['A; mới, lạ; B', ['A', 'mới, lạ', 'B']],
  ['mới, 1,234', ['mới', '1,234']],
  ['C; D', ['C', 'D']],
  ['C, D;', ['C, D']],
])('reads %j as the names %j', (text, names) => {
  expect(split(text)).toEqual([names]);
});

it('reads a text in two ways where its parts are names and all of it is one', () => {
  expect(split('A, C, D')).toEqual([
    ['A', 'C', 'D'],
    ['A', 'C, D'],
  ]);
});

it('asks for no longer runs of a list of names than some name may be', () => {
  const asked: string[] = [];
  const known: KnownNames = {
    isName: (text) => asked.push(text) > 0 && NAMES.isName(text),
    isBeginning: (text) => asked.push(text) > 0 && NAMES.isBeginning(text),
  };
  expect(readNameLists('A; B; '.repeat(10), known)[0]).toHaveLength(20);
  expect(asked.length).toBeLessThan(20 * 4);
});

it('takes no longer for a long cell than for the same text in pieces', () => {
  let asked = 0;
  const isName = () => false;
  const isBeginning = () => ++asked > 0;
  readNameLists('a,'.repeat(16_000), { isName, isBeginning });
  expect(asked).toBeLessThan(16_000 * 25);
});
