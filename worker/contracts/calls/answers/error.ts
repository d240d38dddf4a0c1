import * as z from 'zod';
import '../../field-schemas.ts';

/** A column of a file: its heading, its first values, and the field that it may fill, '' where none is likely. */
const fileHeading = () => z.object({ heading: z.string(), samples: z.string().array(), guess: z.string() });
export type FileHeading = z.infer<ReturnType<typeof fileHeading>>;

/** A field that a column of a file may fill; `required` of new records. */
const fileField = () => z.object({ field: z.string(), required: z.boolean() });

/**
 * The body of every answer that is not 200 or 201. `current`: the record as it is, where a stale version was sent; `saved_by` wrote it last.
 * Of `headings_unknown` the columns of the file, the required fields that none of them is known to fill, and all that one may.
 */
export const errorBody = () =>
  z.object({
    message: z.string(),
    code: z.string(),
    messages: z.record(z.string(), z.string()).optional(),
    request_id: z.string(),
    current: z.record(z.string(), z.unknown()).optional(),
    saved_by: z.string().optional(),
    headings: fileHeading().array().optional(),
    missing: z.string().array().optional(),
    fields: fileField().array().optional(),
  });
export type ErrorBody = z.infer<ReturnType<typeof errorBody>>;
