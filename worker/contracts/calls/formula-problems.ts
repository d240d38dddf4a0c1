import { fill, fillProblem, type Lang, type ProblemText, type Text } from '../text.ts';

/** What can be wrong with a formula before it is run. `{position}` counts characters from 1, `{name}` is the offending word. */
export const FORMULA_PROBLEMS = {
  empty: {
    vi: 'Công thức đang trống',
    en: 'The formula is empty',
    mend: { vi: 'hãy nhập một số hoặc một biểu thức', en: 'enter a number or an expression' },
  },
  syntax: {
    vi: 'Không hiểu «{name}» ở vị trí {position}',
    en: '«{name}» at position {position} is not understood',
    mend: { vi: 'hãy xem lại dấu và phép tính quanh đó', en: 'check the signs and operators around it' },
  },
  incomplete: {
    vi: 'Công thức dừng giữa chừng ở vị trí {position}',
    en: 'The formula ends too early at position {position}',
    mend: { vi: 'hãy viết tiếp phần còn thiếu', en: 'complete it' },
  },
  unclosed: { vi: 'Dấu {name} mở ở vị trí {position} chưa được đóng', en: 'The {name} opened at position {position} is never closed' },
  not_allowed: {
    vi: 'Không được dùng «{name}» (vị trí {position}) trong công thức',
    en: '«{name}» (position {position}) cannot be used in a formula',
    mend: {
      vi: 'chỉ dùng số (với dấu chấm), tên biến, phép tính, dấu ngoặc tròn và hàm; các đối số cách nhau bằng dấu phẩy',
      en: 'use numbers (with a dot), variables, operators, round brackets and functions; arguments are separated by commas',
    },
  },
  decimal_comma: {
    vi: 'Số {name} (vị trí {position}) viết bằng dấu phẩy',
    en: 'The number {name} (position {position}) is written with a comma',
    mend: { vi: 'trong công thức hãy gõ {expected} (dấu chấm) thay cho {name}', en: 'in a formula type {expected} (with a dot) instead' },
  },
  unknown_name: {
    vi: 'Không có biến «{name}» (vị trí {position}) dùng được ở đây',
    en: 'There is no variable «{name}» (position {position}) that can be used here',
    mend: { vi: 'hãy chọn một tên trong danh sách biến', en: 'choose one from the list of variables' },
  },
  unknown_function: {
    vi: 'Không có hàm «{name}» (vị trí {position})',
    en: 'There is no function «{name}» (position {position})',
    mend: { vi: 'hãy chọn một hàm trong danh sách', en: 'choose one from the list' },
  },
  wrong_arguments: {
    vi: 'Hàm {name} (vị trí {position}) cần {expected} đối số, đang có {given}',
    en: 'The function {name} (position {position}) takes {expected} {expected|argument|arguments} but has {given}',
  },
  text_not_number: {
    vi: '«{name}» (vị trí {position}) là chữ, không tính được',
    en: '«{name}» (position {position}) is a text and cannot be calculated with',
    mend: { vi: 'chữ chỉ dùng để so sánh, ví dụ kouhou = "W"', en: 'compare it, as in kouhou = "W"' },
  },
  chained_comparison: {
    vi: 'Hai phép so sánh nối liền ở vị trí {position}',
    en: 'Two comparisons in a row at position {position}',
    mend: { vi: 'hãy viết riêng, ví dụ 10 <= x and x < 20', en: 'write them apart, as in 10 <= x and x < 20' },
  },
  too_long: { vi: 'Công thức dài {given} ký tự, tối đa là {expected}', en: 'The formula has {given} characters; the limit is {expected}' },
  too_deep: {
    vi: 'Công thức lồng nhau quá {expected} cấp (vị trí {position})',
    en: 'The formula is nested more than {expected} levels deep (position {position})',
    mend: { vi: 'hãy tách bớt ra các điểm cơ sở', en: 'move parts into base points' },
  },
  unknown_operator: {
    vi: 'Không có phép so sánh «{name}»',
    en: 'There is no operator «{name}»',
    mend: { vi: 'hãy dùng một trong: {expected}', en: 'use one of: {expected}' },
  },
  incomplete_condition: {
    vi: 'Điều kiện cần đủ biến, phép so sánh và giá trị',
    en: 'A condition needs a variable, an operator and a value',
    mend: {
      vi: 'để trống cả ba nếu không có điều kiện (so với chữ trống thì ghi "")',
      en: 'leave all three empty for no condition (for an empty text write "")',
    },
  },
} as const satisfies Record<string, ProblemText>;

export type FormulaProblemCode = keyof typeof FORMULA_PROBLEMS;

/** One thing wrong with a formula. `position` is the 0-based offset in the source as it was typed. */
export interface FormulaProblem {
  readonly code: FormulaProblemCode;
  readonly position: number;
  readonly name?: string;
  readonly expected?: string | number;
  readonly given?: number;
  /** The name that a wrong one is most likely meant to be. */
  readonly suggestion?: string;
}

/** Problems by the field of a rule row (or of the totals) that has them. */
export type FieldProblems = Record<string, FormulaProblem>;

/** The sentence for a problem, with the position counted from 1; how to mend it for a reader who can. */
export function formulaProblemMessage(problem: FormulaProblem, lang: Lang, canMend = true): string {
  const { code, position, name, expected, given, suggestion } = problem;
  const shown = name && name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  const sentence = fillProblem(FORMULA_PROBLEMS[code], lang, { position: position + 1, name: shown, expected, given }, canMend);
  return suggestion && canMend ? `${sentence}. ${fill(DO_YOU_MEAN[lang], { suggestion })}` : sentence;
}

const DO_YOU_MEAN: Text = { vi: 'Có phải «{suggestion}»?', en: 'Do you mean «{suggestion}»?' };

const MAX_NAME_LENGTH = 40;
