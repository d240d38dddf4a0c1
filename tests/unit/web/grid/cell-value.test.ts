import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCellProblem, readCell, writeCell } from '../../../../web/features/grid/cell-value.ts';
import { startTexts } from '../../../../web/i18n/index.ts';
import { mistakes } from '../../../../worker/contracts/entities/mistakes.ts';

const { point, rate_at, mistake, code_mistake, detect_by } = mistakes.fields;
const CHOICES = [
  { value: 'T', label: 'Nội bộ' },
  { value: 'N', label: 'Bên ngoài' },
];

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: { lang: 'vi' } } });
  await startTexts();
});

describe('a text of a spreadsheet', () => {
  it.each([
    ['1.234,5', 1234.5],
    ['１２,５', 12.5],
    [' 7\u00a0', 7],
    ['1\u00a0234,5', 1234.5],
    ['', null],
  ])('«%s» is a number', (text, value) => expect(readCell(point, text)).toBe(value));

  it.each(['1,234.5', '1.626', 'nhiều', '=1+1'])('«%s» is no number, and says why', (text) => {
    const value = readCell(point, text);
    expect(value).toMatchObject({ typed: text });
    expect(findCellProblem(point, value, 'vi')).toBeTruthy();
  });

  it.each([
    ['2026/9/3', '2026-09-03'],
    ['3/9/2026', '2026-09-03'],
    ['２０２６/９/３', '2026-09-03'],
    ['2026年9月3日', '2026-09-03'],
  ])('«%s» is a day', (text, day) => expect(readCell(rate_at, text)).toBe(day));

  it('is no day that the calendar does not have', () => {
    expect(findCellProblem(rate_at, readCell(rate_at, '31/2/2026'), 'vi')).toBeTruthy();
  });

  it('stays a text where it begins as a formula does, and is named as one where a number, a day or a choice is meant', () => {
    for (const text of ['=1+1', '＝cmd|x']) {
      expect(readCell(mistake, text)).toBe(text);
      for (const field of [point, rate_at, detect_by]) {
        const value = readCell(field, text, CHOICES);
        expect(findCellProblem(field, value, 'vi'), field.label.vi).toBe('grid.formula');
      }
    }
  });

  it('names an option by its key or its word, without regard to case', () => {
    expect(['t', 'bên ngoài', 'N'].map((text) => readCell(detect_by, text, CHOICES))).toEqual(['T', 'N', 'N']);
    expect(findCellProblem(detect_by, readCell(detect_by, 'ai đó', CHOICES), 'vi')).toBeTruthy();
  });

  it('names a record by its name or code letter for letter, never by its id', () => {
    const people = [
      { value: 12, label: 'Đỗ An', hint: '0123' },
      { value: 123, label: 'Lê Bình', hint: '12,5' },
      { value: 7, label: 'Trần Chi', hint: '12' },
      { value: 8, label: 'Trần Chi', hint: '13' },
      { value: 9, label: '1,2', hint: 'Giỏi' },
    ];
    const idOf = (text: string) => readCell(mistakes.fields.user_id, text, people);
    expect(['12', '0123', 'đỗ  an', 'Ðỗ An', '#123', '１２', '1.2', '12,5'].map(idOf)).toEqual([7, 12, 12, 12, 123, 7, 9, 123]);
    for (const text of ['123', '7', '00123', '1²', 'Trần Chi', 'Do An', '9']) expect(idOf(text)).toMatchObject({ typed: text });
  });

  it('keeps no line break in a field of one line', () => expect(readCell(code_mistake, 'A\n1')).toBe('A 1'));

  it('says by how much a text is too long, with its letters counted as they are stored', () => {
    const longest = 'ế'.repeat(code_mistake.maxLength!);
    expect(findCellProblem(code_mistake, longest.normalize('NFD'), 'vi')).toBeUndefined();
    expect(findCellProblem(code_mistake, `${longest}ế`, 'vi')).toMatch(/đang thừa 1;/);
  });

  it('empties no field that is required', () => expect(findCellProblem(mistake, null, 'vi')).toBeTruthy());

  it('is read back as the value that was written', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), day, (number, date) => {
        const rounded = Math.round(number * 1000) / 1000;
        const value = readCell(point, writeCell(point, rounded));
        // Three places can be read as thousands too: then the person is asked.
        if (typeof value === 'number') expect(value).toBe(rounded);
        else expect(value).toMatchObject({ readings: expect.arrayContaining([rounded]) });
        const iso = date.toISOString().slice(0, 10);
        expect(readCell(rate_at, writeCell(rate_at, iso))).toBe(iso);
      }),
    );
  });
});
