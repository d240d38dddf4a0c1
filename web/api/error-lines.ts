import { type MessageKey, text } from '../i18n/index.ts';
import { ApiError } from './api-error.ts';

/** What a failed call says, a sentence a line: its messages in turn, else its message, else the words of its status. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)];
  if (error.isNetwork) return [text('notice.network')];
  const missing = text('notice.export_missing');
  if (error.message.includes(missing)) return [missing];
  const sentences = [...new Set(Object.values(error.messages))].filter((sentence) => sentence !== '');
  if (sentences.length > 0) return sentences;
  return [error.message || statusText(error.status)];
}

/** Errors that need no notice: the session tells its own end, and an abort was wanted. */
export function isSilent(error: unknown): boolean {
  return (error instanceof ApiError && error.isSessionEnd) || (error instanceof Error && error.name === 'AbortError');
}

function statusText(status: number): string {
  const key = `notice.status.${status}`;
  const known = text(key as MessageKey);
  return known === key ? text('notice.status.other', { status }) : known;
}
