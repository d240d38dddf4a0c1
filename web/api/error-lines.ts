import { type MessageKey, translate } from '../i18n/index.ts';
import { ApiError } from './api-error.ts';

/** The text of a failed call, one sentence per line: its field messages, else its message, else the text for its status. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)];
  if (error.isNetwork) return [translate('notice.network'), translate('notice.network_help')];
  const missing = translate('notice.export_missing');
  if (error.message.includes(missing)) return [missing];
  const sentences = [...new Set(Object.values(error.messages))].filter((sentence) => sentence !== '');
  if (sentences.length > 0) return sentences;
  return [error.message || statusText(error.status)];
}

/** Errors that need no notice: session expiry, which has its own dialog, and aborted requests. */
export function isSilent(error: unknown): boolean {
  return (error instanceof ApiError && error.isSessionEnd) || (error instanceof Error && error.name === 'AbortError');
}

function statusText(status: number): string {
  const key = `notice.status.${status}`;
  const known = translate(key as MessageKey);
  return known === key ? translate('notice.status.other', { status }) : known;
}
