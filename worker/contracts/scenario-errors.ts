/** What a scenario of rules refuses. */
export const SCENARIO_ERRORS = {
  scenario_refused: {
    status: 400,
    vi: 'Lệnh này không chạy trong phương án quy tắc; hãy bỏ tiêu đề X-Scenario. Trong phương án chỉ xem và sửa được các bảng quy tắc',
    en: 'This call is not made in a scenario of rules; leave out the header X-Scenario. In a scenario only rules are read and changed',
  },
  scenario_header: {
    status: 400,
    vi: 'X-Scenario phải là mã số của một phương án quy tắc',
    en: 'X-Scenario must be the id of a scenario of rules',
  },
  scenario_deleted: {
    status: 404,
    vi: 'Phương án quy tắc này đã bị xóa; hãy rời phương án để xem quy tắc đang dùng',
    en: 'This scenario of rules was deleted; leave it to see the live rules',
  },
  scenario_closed: {
    status: 409,
    vi: 'Phương án này đã được áp dụng hoặc đã bỏ nên không sửa được nữa; hãy tạo phương án mới',
    en: 'This scenario was promoted or discarded and can no longer be changed; make a new one',
  },
  scenario_conflict: {
    status: 409,
    vi: 'Những quy tắc này đã được sửa ở bản đang dùng sau khi phương án chép: {rules}. Chưa có gì được áp dụng. Hãy bỏ thay đổi của phương án ở những dòng đó rồi sửa lại từ bản đang dùng',
    en: 'These rules were changed live since the scenario copied them: {rules}. Nothing was promoted. Take those rows of the scenario back to the live ones and edit them again',
  },
  scenario_ends_rules: {
    status: 409,
    vi: 'Phương án bỏ hẳn quy tắc {rules}, mà một phiên bản chỉ thay được quy tắc chứ không kết thúc được nó; hãy trả các quy tắc đó về bản đang dùng rồi áp dụng lại',
    en: 'The scenario removes rules altogether ({rules}); a version can replace a rule, not end it. Take those rules back to the live ones, then promote',
  },
  scenario_too_long: {
    status: 422,
    code: 'invalid',
    vi: 'Áp dụng phương án này phải ghi {n} dòng của một bảng quy tắc, mà một lần chỉ ghi được tối đa {max} dòng. Chưa có gì được áp dụng. Hãy chia thay đổi ra nhiều phương án, hoặc nhập từ tệp Excel vào quy tắc đang dùng',
    en: 'This scenario is too long to be promoted: of one kind of rules {n} have to be written, and up to {max} are at once. Nothing was promoted. Split the changes into several scenarios, or import them from a file into the live rules',
  },
  scenario_names_old_row: {
    status: 409,
    vi: 'Định mức {rule} chọn một dòng hệ số quy mô mà lần áp dụng này bỏ đi, không có dòng nào thay thế. Chưa có gì được áp dụng. Hãy chọn dòng khác cho định mức đó rồi áp dụng lại',
    en: 'This promotion takes away the scale row of the standard {rule}, and no row follows from it. Nothing was promoted. Name another row in that standard, then promote',
  },
  scenario_breaks_cases: {
    status: 409,
    vi: 'Phương án làm sai ví dụ: {cases}. Muốn áp dụng thì phải ghi lý do',
    en: 'The scenario breaks worked examples: {cases}. A reason is needed to promote it',
  },
} as const;
