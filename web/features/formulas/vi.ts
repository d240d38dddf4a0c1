/** Words of the fields that hold formulas. */
export const formulas = {
  names: 'Biến và hàm khớp với chữ đang gõ',
  names_found: '{n} tên khớp, đang chọn {name}. Enter để chèn, Esc để đóng',
  words: 'Đọc là:',
  steps: 'Từng bước',
  help: 'Gõ vài chữ của tên hoặc của nghĩa để chọn biến; Ctrl+Space mở cả danh sách.',
};
