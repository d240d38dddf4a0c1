import { AppError } from '../errors.ts';

/** What is written or answered at once has more bytes than the database takes: nothing was written, and fewer rows may go. */
export const isTooLarge = (error: unknown): boolean => error instanceof AppError && error.code === 'rows_too_large';

/** Does it at once, or otherwise where the texts of the records are too long for that. */
export async function unlessTooLarge<T>(atOnce: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await atOnce();
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return otherwise();
  }
}
