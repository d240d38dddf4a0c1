import { expect, test } from 'vitest';
import { IMPORTABLES, importableOf } from '../../worker/features/imports/importable.ts';
import { type Conflict, describeConflict } from '../../worker/features/imports/plan/conflicts.ts';

const OF_A_VERSION = ['2026-09', '3', '4', 'Mã "1"', '2, 3, 4'] as const;

test('every conflict of every entity is a whole sentence in both languages', () => {
  for (const importable of IMPORTABLES) {
    const { fields, unique = [] } = importable.resource.contract;
    const conflicts: Conflict[] = [
      ['gone'],
      ['stale'],
      ['record_checked'],
      ['month_locked', '2026-09'],
      ['same', '7'],
      ...Object.keys(fields).flatMap((name): Conflict[] => [
        ['exists', name],
        ['required', name],
        ['name_taken', name, 'Trần Thị Lan (tran.lan)'],
      ]),
      ...unique.map((names): Conflict => ['duplicate', ...names]),
      ...(['version_taken', 'version_missing', 'version_incomplete', 'version_waits', 'version_overtaken'] as const).map(
        (code): Conflict => [code, ...OF_A_VERSION],
      ),
    ];
    for (const conflict of conflicts)
      for (const lang of ['vi', 'en'] as const)
        expect(describeConflict(importable, conflict, lang), conflict.join(' ')).toMatch(/^[^{}]{5,}$/);
  }
});

test.each([
  [['duplicate', 'external_id_key'], 'Mã nguồn này đã có ở một bản ghi khác'],
  [['month_locked', '2026-09'], expect.stringMatching(/^Tháng 2026\/09 đã khóa, .* hãy mở khóa tháng này$/)],
  [['same', '7'], expect.stringMatching(/^Trùng với bản ghi đã có \(mã số 7\): cùng /)],
] satisfies [Conflict, unknown][])('%s', (conflict, words) => {
  expect(describeConflict(importableOf('directs'), conflict, 'vi')).toEqual(words);
});
