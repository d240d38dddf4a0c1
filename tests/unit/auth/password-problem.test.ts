import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from '../../../worker/platform/auth/password-problem.ts';

const problemsOf = (passwords: unknown[], names: unknown[] = []) => passwords.map((password) => findPasswordProblem(password, names));
const all = (length: number, rule: string | undefined) => Array(length).fill(rule);

describe('a new password', () => {
  it('needs eight characters with both cases and a digit', () => {
    expect(problemsOf([undefined, '', 12345678])).toEqual(all(3, 'required'));
    expect(problemsOf(['Ab1cdef', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', `Aa1${'x'.repeat(126)}`])).toEqual(all(5, 'strong_password'));
    expect(problemsOf(['Đường1 Xanh', 'aB3kQ9xZ', 'Correct-Horse-7', 'Duong-Xanh-1'])).toEqual(all(4, undefined));
  });

  it('is none of the commonest, however it is capitalised and with digits, signs and lookalikes in it', () => {
    const common = ['Password1!', 'Abc@12345', 'Qwerty123!', 'Admin@123', 'Aa123456!', 'P@ssw0rd1', '1q2W3e4r!', 'Zxcvbnm1', '2026#Dragon'];
    expect(problemsOf(common)).toEqual(all(common.length, 'common_password'));
    const local = ['Matkhau123', 'Mật-Khẩu-1', 'HaNoi2024!', 'AnhYeuEm@1'];
    expect(problemsOf(local)).toEqual(all(local.length, 'common_password'));
  });

  it('is not made of the names of the product, the person and the company', () => {
    const names = ['ngoc.lan', 'Phạm Thị Ngọc Lan', 'lan.pt@hoabinh.example', 'Xây dựng Hòa Bình', null, undefined];
    expect(problemsOf(['Tensu-2026', 'T3nsu#999', 'TensuTensu1'])).toEqual(all(3, 'password_of_names'));
    const made = ['NgocLan1990', 'Lan-Ph@m-88', 'phamthiNgọcLan7', 'HoaBinh@2026', '12.Tensu.Lan.1'];
    expect(problemsOf(made, names)).toEqual(all(made.length, 'password_of_names'));
    expect(problemsOf(made.slice(0, 4))).toEqual(all(4, undefined));
    expect(problemsOf(['Lan-Horse-88', 'Tensu-Correct-9', 'Hoabinhoa-2'], names)).toEqual(all(3, undefined));
  });
});
