import type { TestApi } from './api.ts';

export interface Mail {
  from: { email: string };
  to: string;
  subject: string;
  text: string;
}

/** Catches what the API mails. */
export function openMailbox(api: TestApi): Mail[] {
  const mails: Mail[] = [];
  api.deps.mail = {
    send: async (mail: unknown) => {
      mails.push(mail as Mail);
      return { messageId: String(mails.length) };
    },
  } as never;
  return mails;
}

/** The token of the password link in a mail. */
export const readResetToken = (mail: Mail | undefined) => /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
