import { integer } from './fields.ts';

/** Parameters of a paged call: the page, counted from 1, and how many rows it has. */
export const pageFields = (maxLimit = 1000) => ({
  page: integer({ vi: 'Trang', en: 'Page' }, { min: 1, max: 1_000_000 }),
  limit: integer({ vi: 'Số dòng', en: 'Limit' }, { min: 1, max: maxLimit }),
});

export interface Page {
  page: number;
  limit: number;
}

/** The page requested by a call; by default the first one, of `defaultLimit` rows. */
export function readPage(values: { page?: number | null; limit?: number | null }, defaultLimit = 10): Page {
  return { page: values.page ?? 1, limit: values.limit ?? defaultLimit };
}
