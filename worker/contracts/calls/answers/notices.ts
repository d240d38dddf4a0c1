import * as z from 'zod';
import '../../field-schemas.ts';
import { NOTICES } from '../notices.ts';
import { keysOf } from './keys-of.ts';

export const notice = () =>
  z.object({
    id: z.number(),
    kind: keysOf(NOTICES),
    /** The sentence in the reader's language; a general one where what it was about can no longer be seen. */
    text: z.string(),
    /** Path in the app; null where there is nothing to open any more. */
    link: z.string().nullable(),
    at: z.string(),
    read_at: z.string().nullable(),
  });
export type Notice = z.infer<ReturnType<typeof notice>>;
