import { describe, expect, it } from 'vitest';
import { findPasswordProblem, hashPassword, verifyPassword } from '../../../worker/passwords.ts';

describe('a password', () => {
  it('is kept as a hash with a salt of its own and known again', async () => {
    const [one, two] = [await hashPassword('Mật-Khẩu-1'), await hashPassword('Mật-Khẩu-1')];
    expect(one).toMatch(/^scrypt\$[\w+/=]{24}\$[\w+/=]{44}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('Mật-Khẩu-1', one)).toBe(true);
    expect(await verifyPassword('Mật-Khẩu-1'.normalize('NFD'), one)).toBe(true);
    for (const wrong of ['mật-khẩu-1', 'Mat-Khau-1', 'Mật-Khẩu-1 ', '']) expect(await verifyPassword(wrong, one)).toBe(false);
  });

  it('is never right where none is kept, or something that is no hash', async () => {
    for (const stored of [undefined, null, '', 'x', 'scrypt$', 'md5$a$b']) expect(await verifyPassword('', stored)).toBe(false);
  });

  it('needs eight characters with both cases and a digit, and must not be one of the commonest', () => {
    expect(['Tensu-2026', 'Đường1 Xanh', 'aB3aB3aB'].map(findPasswordProblem)).toEqual([undefined, undefined, undefined]);
    expect(['Ab1cdef', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', `Aa1${'x'.repeat(126)}`].map(findPasswordProblem)).toEqual(
      Array(5).fill('strong_password'),
    );
    expect(['Password123', 'P@ssw0rd1', 'Matkhau123'].map(findPasswordProblem)).toEqual(Array(3).fill('common_password'));
    expect([undefined, '', 12345678].map(findPasswordProblem)).toEqual(Array(3).fill('required'));
  });
});
