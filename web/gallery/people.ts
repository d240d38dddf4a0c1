import type { Option } from '../ui/inputs/option.ts';

/** As many people as a picker may have to search. */
export const PEOPLE: Option[] = Array.from({ length: 5000 }, (_, index) => ({
  value: index + 1,
  label: `${['Nguyễn', 'Trần', 'Lê', 'Đỗ'][index % 4]} ${['Đức', 'Thị Ánh', 'Văn', 'Hữu'][index % 3]} ${['Tuyết', 'Minh', 'Hùng'][(index % 5) % 3]}`,
  hint: `NV${String(index + 1).padStart(4, '0')}`,
}));
