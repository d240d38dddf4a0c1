import { describe, expect, it } from 'vitest';
import { type NamedRow, nameMatcher } from '../../worker/platform/text/match-name.ts';

const person = (username: string, name: string, active = true): NamedRow<string> => ({
  row: username,
  names: [null, username, name],
  active,
});
const find = (rows: NamedRow<string>[], text: string) => nameMatcher(rows)(text);

describe('a person is found by the letters of the name', () => {
  it('and not by a name that differs by accents, which is a suggestion', () => {
    expect(find([person('dung', 'Trần Thị Dung')], 'Trần Thị Dũng')).toEqual({ matches: [], similar: ['dung'] });
  });

  it('also after leaving, before an active person of another name', () => {
    const rows = [person('hung1', 'Lê Văn Hùng', false), person('hung2', 'Lê Văn Hưng')];
    expect(find(rows, 'Lê Văn Hùng')).toEqual({ matches: ['hung1'], similar: [] });
  });

  it('and is not ambiguous beside a similar name', () => {
    expect(find([person('tu1', 'Phan Văn Tú'), person('tu2', 'Phan Văn Tư')], 'Phan Văn Tú').matches).toEqual(['tu1']);
  });

  it('whatever the case, the width, the spaces and the way accents are encoded', () => {
    const rows = [person('an', 'Nguyễn Văn An')];
    for (const text of [
      'nguyễn văn an',
      'NGUYỄN VĂN AN',
      ' Nguyễn  Văn\u3000An ',
      'ＮＧＵＹỄＮ văn an',
      'Nguyễn Văn An'.normalize('NFD'),
    ]) {
      expect(find(rows, text).matches, text).toEqual(['an']);
    }
    expect(find([{ row: 'k', names: ['株式会社 山田'] }], '株式会社山田').matches).toEqual(['k']);
  });

  it('of several namesakes those who work here; two of them are both', () => {
    const rows = [person('a', 'Trần Đức', false), person('b', 'Trần Đức'), person('c', 'Trần Đức')];
    expect(find(rows, 'Trần Đức').matches).toEqual(['b', 'c']);
    expect(find(rows.slice(0, 2), 'Trần Đức').matches).toEqual(['b']);
  });

  it('spelled the very same way before all others, and by the stronger kind of name', () => {
    const rows: NamedRow<string>[] = [
      { row: 'by name', names: [null, 'x1', 'an'] },
      { row: 'by username', names: [null, 'An', 'Bình'] },
    ];
    expect(find(rows, 'an').matches).toEqual(['by name']);
    expect(find(rows, 'An').matches).toEqual(['by username']);
    expect(find(rows, 'AN').matches).toEqual(['by username']);
  });

  it('by names of one strength only where one row has it', () => {
    const rows: NamedRow<string>[] = [
      { row: 'owner of the code', names: [['dat', 'NV011'], 'Lê Quang Đạt'] },
      { row: 'calls himself so', names: [['NV011', 'NV004'], 'Đỗ Mai Anh'] },
      { row: 'is called so', names: [['an', null], 'NV004'] },
    ];
    expect(find(rows, 'NV011').matches).toEqual(['owner of the code', 'calls himself so']);
    expect(find(rows, 'nv 011').matches).toEqual(['owner of the code', 'calls himself so']);
    expect(find(rows, 'NV004').matches).toEqual(['calls himself so']);
  });

  it('as several where it is one’s code and another’s name, whoever has left and however it is spelled', () => {
    const rows: NamedRow<string>[] = [
      { row: 'calls himself so', names: [['Hồ Bảo Ngọc'], 'Người Lạ'], active: false },
      { row: 'is called so', names: [['ngoc'], 'HỒ BẢO NGỌC'] },
      { row: 'was called so', names: [['ngoc 2'], 'Hồ Bảo Ngọc'], active: false },
    ];
    const match = nameMatcher(rows, { exclusive: true });
    expect(match('Hồ Bảo Ngọc').matches).toEqual(['calls himself so', 'is called so', 'was called so']);
    expect(nameMatcher(rows.slice(1), { exclusive: true })('Hồ Bảo Ngọc').matches).toEqual(['is called so']);
  });
});
