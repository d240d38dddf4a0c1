/** What a scenario of rules refuses. */
export const SCENARIO_ERRORS = {
  scenario_refused: {
    status: 400,
    text: {
      vi: 'Lệnh này không chạy trong phương án quy tắc; hãy bỏ tiêu đề X-Scenario. Trong phương án chỉ xem và sửa được các bảng quy tắc',
      en: 'This call is not made in a scenario of rules; leave out the header X-Scenario. In a scenario only rules are read and changed',
    },
  },
  scenario_header: {
    status: 400,
    text: { vi: 'X-Scenario phải là mã số của một phương án quy tắc', en: 'X-Scenario must be the id of a scenario of rules' },
  },
  scenario_closed: {
    status: 409,
    text: {
      vi: 'Phương án này đã được áp dụng hoặc đã bỏ nên không sửa được nữa',
      en: 'This scenario was promoted or discarded; it can no longer be changed',
    },
  },
} as const;
