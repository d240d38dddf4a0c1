import { contractOf } from '../contracts.ts';
import { fill, fillProblem, type Lang, type ProblemText, type Text } from '../text.ts';
import type { FormulaPlace, Issue } from './answers/calculation-issues.ts';
import { VARIABLES } from './formula-language.ts';
import { formulaProblemMessage } from './formula-problems.ts';

export type IssueCode = Issue['code'];

/** Short names of the issues, for filters and counts. */
export const ISSUE_LABELS: Readonly<Record<IssueCode, Text>> = {
  no_standard: { vi: 'Thiếu định mức', en: 'No standard' },
  no_scale: { vi: 'Không có hệ số quy mô phù hợp', en: 'No matching scale row' },
  no_base_point: { vi: 'Không có dòng điểm cơ sở phù hợp', en: 'No matching base point row' },
  no_formula: { vi: 'Thiếu công thức kết quả', en: 'No result formula' },
  empty_variable: { vi: 'Thiếu dữ liệu', en: 'Missing value' },
  not_finite: { vi: 'Công thức không tính được', en: 'The formula has no value' },
  bad_formula: { vi: 'Công thức sai', en: 'Wrong formula' },
  edited_meanwhile: { vi: 'Bị sửa lúc đang ghi', en: 'Edited meanwhile' },
};

const TEXTS = {
  no_customer: {
    vi: 'Công việc chưa có khách hàng',
    en: 'The job has no customer',
    mend: { vi: 'hãy chọn khách hàng cho công việc', en: 'choose its customer' },
  },
  no_work_category: {
    vi: 'Công việc chưa có hạng mục',
    en: 'The job has no work category',
    mend: { vi: 'hãy chọn hạng mục cho công việc', en: 'choose its work category' },
  },
  no_standard: {
    vi: 'Chưa có định mức cho khách hàng và hạng mục này',
    en: 'There is no standard for this customer and work category',
    mend: { vi: 'hãy thêm một dòng ở trang Định mức', en: 'add one on the page Standards' },
  },
  no_scale: {
    vi: 'Không dòng quy mô nào của mã «{scale_code}» khớp với công việc',
    en: 'No scale row of code «{scale_code}» matches the job',
    mend: {
      vi: 'hãy sửa giới hạn ở trang Hệ số quy mô hoặc số liệu của công việc',
      en: "correct the limits on the page Scale factors (坪) or the job's figures",
    },
  },
  named_scale: {
    vi: 'Dòng quy mô số {tsubo_id} mà định mức chỉ định không còn nữa',
    en: 'Scale row {tsubo_id}, named by the standard, no longer exists',
    mend: { vi: 'hãy chọn lại dòng quy mô ở định mức', en: 'choose another in the standard' },
  },
  no_base_point: {
    vi: 'Không dòng điểm cơ sở nào của mã «{scale_code}» có điều kiện đúng với công việc',
    en: 'No base point row of code «{scale_code}» has conditions that hold for the job',
    mend: { vi: 'hãy sửa điều kiện hoặc thêm một dòng', en: 'correct the conditions or add a row' },
  },
  no_formula: {
    vi: 'Chưa có công thức kết quả cho mã «{scale_code}»',
    en: 'There is no result formula for code «{scale_code}»',
    mend: { vi: 'hãy thêm một dòng ở trang Công thức kết quả', en: 'add one on the page Formula results' },
  },
  empty_formula: {
    vi: 'Công thức kết quả của mã «{scale_code}» để trống ô «{field}»',
    en: 'The result formula of code «{scale_code}» leaves «{field}» empty',
    mend: { vi: 'hãy điền công thức, hoặc số 0 nếu không có điểm', en: 'fill it in, or write 0 if there are no points' },
  },
  empty_variable: {
    vi: '{label} ({variable}) đang trống nhưng công thức ở {place} cần đến',
    en: '{label} ({variable}) is empty but the formula in {place} needs it',
    mend: { vi: 'hãy điền giá trị hoặc sửa công thức', en: 'fill it in or change the formula' },
  },
  not_finite: {
    vi: 'Công thức ở {place} chia cho 0 hoặc cho kết quả quá lớn',
    en: 'The formula in {place} divides by zero or grows too large',
    mend: { vi: 'hãy kiểm tra số chia, ví dụ if(x = 0, 0, a / x)', en: 'check the divisor, as in if(x = 0, 0, a / x)' },
  },
  bad_formula: {
    vi: 'Công thức ở {place} bị sai: {problem}',
    en: 'The formula in {place} is wrong: {problem}',
  },
  edited_meanwhile: {
    vi: 'Công việc bị sửa đúng lúc ghi điểm nên giữ điểm cũ; lần tính tiếp theo tự chạy ngay sau đó sẽ tính lại công việc này',
    en: 'The job was edited while the points were written and kept its points; a further run, started by itself, calculates it again',
  },
  empty_field: {
    vi: 'Ô «{label}» của công việc đang trống nhưng quy tắc cần đến',
    en: '«{label}» of the job is empty but the rules need it',
    mend: { vi: 'hãy điền rồi tính lại', en: 'fill it in and calculate again' },
  },
  place: { vi: '{table} số {row_id}, ô «{field}»', en: '{table} row {row_id}, «{field}»' },
} as const satisfies Record<string, ProblemText>;

const TABLES: Record<FormulaPlace['entity'], Text> = {
  tsubos: { vi: 'dòng quy mô', en: 'scale' },
  'formula-base-points': { vi: 'dòng điểm cơ sở', en: 'base point' },
  'formula-results': { vi: 'công thức kết quả', en: 'result formula' },
};

/** The sentence for an issue: what is missing and where; unless the reader can't mend it anyway, how to. */
export function issueMessage(issue: Issue, lang: Lang, canMend = true): string {
  const tell = (problem: ProblemText, values: Record<string, string | number> = {}) => fillProblem(problem, lang, values, canMend);
  switch (issue.code) {
    case 'no_standard':
      return tell(TEXTS[issue.reason === 'no_row' ? 'no_standard' : issue.reason]);
    case 'no_scale':
      return issue.reason === 'no_row'
        ? tell(TEXTS.named_scale, { tsubo_id: issue.tsubo_id ?? '' })
        : tell(TEXTS.no_scale, { scale_code: issue.scale_code });
    case 'no_base_point':
      return tell(TEXTS.no_base_point, { scale_code: issue.scale_code });
    case 'no_formula':
      return tell(TEXTS[issue.reason === 'empty' ? 'empty_formula' : 'no_formula'], {
        scale_code: issue.scale_code,
        field: fieldLabel('formula-results', issue.field ?? '', lang),
      });
    case 'empty_variable': {
      const label = VARIABLES.find(({ name }) => name === issue.variable)?.label[lang] ?? issue.variable;
      return tell(TEXTS.empty_variable, { label, variable: issue.variable, place: placeText(issue.place, lang) });
    }
    case 'not_finite':
      return tell(TEXTS.not_finite, { place: placeText(issue.place, lang) });
    case 'edited_meanwhile':
      return tell(TEXTS.edited_meanwhile);
    case 'bad_formula':
      return tell(TEXTS.bad_formula, {
        place: placeText(issue.place, lang),
        problem: formulaProblemMessage(issue.problem, lang, canMend),
      });
  }
}

export const STANDARD_FIELDS = { no_customer: 'customer_id', no_work_category: 'work_category_id', no_row: null } as const;
export const DIRECT_VARIABLES: readonly string[] = VARIABLES.filter(({ origin }) => origin === 'direct').map(({ name }) => name);

/** The same for all directs that lack a field. */
export function emptyFieldMessage(field: string, lang: Lang): string {
  return fillProblem(TEXTS.empty_field, lang, { label: fieldLabel('directs', field, lang) });
}

function placeText({ entity, row_id, field }: FormulaPlace, lang: Lang): string {
  return fill(TEXTS.place[lang], { table: TABLES[entity][lang], row_id, field: fieldLabel(entity, field, lang) });
}

/** What the form of the table calls a column. */
function fieldLabel(entity: FormulaPlace['entity'] | 'directs', field: string, lang: Lang): string {
  return contractOf(entity)?.fields[field]?.label[lang] ?? field;
}
