import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../worker/platform/auth/passwords.ts';

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
});
