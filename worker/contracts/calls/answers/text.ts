import * as z from 'zod';
import '../../field-schemas.ts';

export const text = () => z.object({ vi: z.string(), en: z.string(), ja: z.string().optional() });
