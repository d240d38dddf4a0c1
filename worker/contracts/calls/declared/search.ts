import * as z from 'zod';
import { searchHit } from '../answers/search.ts';
import '../../field-schemas.ts';
import { text } from '../../fields.ts';
import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

/** The search over all lists. */
export const searchCalls = {
  search: defineCall(
    'GET /search',
    EVERYONE,
    'Records of every list that one may open, whose texts have every word of `q`; at most 30, the best first.',
    { params: { q: text({ vi: 'Từ cần tìm', en: 'Search words' }, { max: 200 }) }, answer: () => z.object({ data: searchHit().array() }) },
  ),
};
