import { translate } from '../../i18n/index.ts';

/** A typed text that is not taken as a number: it is none, or it could be one of several. No schema and no call takes it for a number. */
export interface UnreadNumber {
  typed: string;
  /** The numbers it could be; the person chooses one. */
  readings: readonly number[];
}

/** The content of a number's field; null when it is empty. */
export type NumberValue = number | UnreadNumber | null;

export const isUnreadNumber = (value: unknown): value is UnreadNumber => typeof value === 'object' && value !== null && 'readings' in value;

/** The message for a value that could be several numbers; undefined for any other. */
export function unclearNumberMessage(value: unknown): string | undefined {
  return isUnreadNumber(value) && value.readings.length > 0 ? translate('form.number_unclear', { typed: value.typed }) : undefined;
}
