import * as z from 'zod';
import '../../field-schemas.ts';
import { SEARCH_MATCHES } from '../search.ts';

/** A record that was found, with the address of its page. */
export const searchHit = () =>
  z.object({
    entity: z.string(),
    id: z.number(),
    title: z.string(),
    subtitle: z.string().nullable(),
    path: z.string(),
    match: z.enum(SEARCH_MATCHES),
  });
export type SearchHit = z.infer<ReturnType<typeof searchHit>>;
