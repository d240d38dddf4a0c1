import { integer } from './fields.ts';

/** Rows that a page may have. */
export const MAX_LIMIT = 50_000;
/** The same where each row holds copies of whole records. */
export const MAX_COPIES = 1000;

/** Ids that one list of them may have. */
export const MAX_IDS = 500;

/** Parameters of a paged call: the page, counted from 1, and how many rows it has. */
export const pageFields = (maxLimit = MAX_LIMIT) => ({
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

/** How every list call answers; `from` and `to` count from 1 and are null on an empty page. */
export interface Envelope<Row = Record<string, unknown>> {
  data: Row[];
  per_page: number;
  current_page: number;
  total: number;
  from: number | null;
  to: number | null;
}

export function toEnvelope<Row>({ page, limit }: Page, total: number, data: Row[]): Envelope<Row> {
  const before = (page - 1) * limit;
  const places = data.length === 0 ? { from: null, to: null } : { from: before + 1, to: before + data.length };
  return { data, per_page: limit, current_page: page, total, ...places };
}
