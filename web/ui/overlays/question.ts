import type { ReactNode } from 'react';

/** What a confirm dialog asks. */
export interface Question {
  readonly title: string;
  readonly text?: ReactNode;
  /** The verb on the button that goes on; never 'OK'. */
  readonly yes: string;
  /** The words on the button that does not; 'Hủy' by default. */
  readonly no?: string;
  readonly danger?: boolean;
}
