import * as z from 'zod';
import '../../field-schemas.ts';

export const uploadAnswer = () =>
  z.object({
    /** Path on the site's own origin; the file behind it never changes. */
    url: z.string(),
  });
export type UploadAnswer = z.infer<ReturnType<typeof uploadAnswer>>;
