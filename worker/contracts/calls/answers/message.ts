import * as z from 'zod';
import '../../field-schemas.ts';

/** A sentence for people, in their language. */
export const messageAnswer = () => z.object({ message: z.string() });

/** The same of sessions, whose ids are texts. */
export const endedSessions = () => z.object({ message: z.string(), ids: z.string().array() });
