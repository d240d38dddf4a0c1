import * as z from 'zod';
import '../../field-schemas.ts';
import { loginAnswer, refreshAnswer } from '../answers/auth.ts';
import { messageAnswer } from '../answers/message.ts';
import { EMAIL_RESET_FIELDS, LOGIN_FIELDS, PASSWORD_LINK_FIELDS, REGISTER_FIELDS, RESET_PASSWORD_FIELDS, SOCIAL_FIELDS } from '../auth.ts';
import { CONFIRM_EMAIL_FIELDS } from '../users.ts';
import { defineCall } from './define-call.ts';

/** What answers without an access token. */
export const authCalls = {
  health: defineCall('GET /healthz', 'public', 'Whether the program and its database answer.', {
    answer: () => z.object({ status: z.string(), database: z.string(), version: z.string() }),
  }),
  login: defineCall('POST /auth/login', 'public', 'Signs in; the refresh token comes as a cookie.', {
    body: LOGIN_FIELDS,
    answer: loginAnswer,
  }),
  google: defineCall('POST /auth/google', 'public', 'Signs in with a token of Google.', { body: SOCIAL_FIELDS, answer: loginAnswer }),
  facebook: defineCall('POST /auth/facebook', 'public', 'Signs in with a token of Facebook.', { body: SOCIAL_FIELDS, answer: loginAnswer }),
  refresh: defineCall('POST /auth/refresh-tokens', 'cookie', 'A new access token for the refresh cookie, which is replaced.', {
    answer: refreshAnswer,
  }),
  logout: defineCall('POST /auth/logout', 'cookie', 'Ends the session.', { answer: messageAnswer }),
  register: defineCall('POST /auth/register', 'public', 'Asks for an account, which waits for an Admin to activate it.', {
    body: REGISTER_FIELDS,
    status: 201,
    answer: messageAnswer,
  }),
  requestReset: defineCall(
    'POST /email-reset-password',
    'public',
    'Mails a link to set a new password; the answer is the same for an unknown address.',
    { body: EMAIL_RESET_FIELDS, answer: () => z.object({ original: messageAnswer() }) },
  ),
  resetForgotten: defineCall('POST /forgot-password', 'public', 'Sets the password with the token of a mailed link.', {
    body: RESET_PASSWORD_FIELDS,
    answer: messageAnswer,
  }),
  reset: defineCall('POST /reset-password', 'public', 'The same as `POST forgot-password`.', {
    body: RESET_PASSWORD_FIELDS,
    answer: messageAnswer,
  }),
  checkResetLink: defineCall('POST /reset-password/check', 'public', 'Whether the token of a mailed link still works.', {
    body: PASSWORD_LINK_FIELDS,
    answer: messageAnswer,
  }),
  confirmEmail: defineCall('POST /confirm-email', 'public', 'Makes the address count to which the link was mailed.', {
    body: CONFIRM_EMAIL_FIELDS,
    answer: messageAnswer,
  }),
  image: defineCall('GET /files/:name', 'public', 'An uploaded image, for who has a signed address that has not expired.', {
    answer: 'image',
  }),
};
