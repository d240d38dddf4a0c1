import { column } from '../columns.ts';
import type { Column } from '../contract.ts';
import { directFields } from '../entities/directs.ts';
import { option } from '../fields.ts';
import { pageFields } from '../paging.ts';

export const DIFFERENCE_KINDS = {
  only_there: { vi: 'Chỉ có ở nguồn', en: 'Only at the source' },
  only_here: { vi: 'Chỉ có ở đây', en: 'Only here' },
  differs: { vi: 'Khác giá trị', en: 'Differs' },
} as const;
export type DifferenceKind = keyof typeof DIFFERENCE_KINDS;

export const DIFFERENCES_PARAMS = { kind: option({ vi: 'Loại', en: 'Kind' }, DIFFERENCE_KINDS), ...pageFields() };

/** Columns of the table of differences. */
export const DIFFERENCE_COLUMNS: readonly Column[] = [
  column('kind', { vi: 'Loại', en: 'Kind' }),
  column('external_id', directFields.external_id.label),
  column('name', directFields.name.label),
  column('column', { vi: 'Cột', en: 'Column' }),
  column('here', { vi: 'Ở đây', en: 'Here' }),
  column('there', { vi: 'Ở nguồn', en: 'At the source' }),
];
