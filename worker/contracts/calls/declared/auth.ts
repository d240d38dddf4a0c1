import * as z from 'zod';
import '../../field-schemas.ts';
import { loginAnswer, refreshAnswer } from '../answers/auth.ts';
import { messageAnswer } from '../answers/message.ts';
import { EMAIL_RESET_FIELDS, LOGIN_FIELDS, PASSWORD_LINK_FIELDS, REGISTER_FIELDS, RESET_PASSWORD_FIELDS, SOCIAL_FIELDS } from '../auth.ts';
import { CONFIRM_EMAIL_FIELDS } from '../users.ts';
import { defineCall } from './define-call.ts';

/** What answers without an access token. */
export const authCalls = {
  health: defineCall({
    method: 'GET',
    path: '/healthz',
    grant: 'public',
    answer: () => z.object({ status: z.string(), database: z.string(), version: z.string() }),
    summary: 'Whether the program and its database answer.',
  }),
  login: defineCall({
    method: 'POST',
    path: '/auth/login',
    grant: 'public',
    body: LOGIN_FIELDS,
    answer: loginAnswer,
    summary: 'Signs in; the refresh token comes as a cookie.',
  }),
  google: defineCall({
    method: 'POST',
    path: '/auth/google',
    grant: 'public',
    body: SOCIAL_FIELDS,
    answer: loginAnswer,
    summary: 'Signs in with a token of Google.',
  }),
  facebook: defineCall({
    method: 'POST',
    path: '/auth/facebook',
    grant: 'public',
    body: SOCIAL_FIELDS,
    answer: loginAnswer,
    summary: 'Signs in with a token of Facebook.',
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/auth/refresh-tokens',
    grant: 'cookie',
    answer: refreshAnswer,
    summary: 'A new access token for the refresh cookie, which is replaced.',
  }),
  logout: defineCall({ method: 'POST', path: '/auth/logout', grant: 'cookie', answer: messageAnswer, summary: 'Ends the session.' }),
  register: defineCall({
    method: 'POST',
    path: '/auth/register',
    grant: 'public',
    body: REGISTER_FIELDS,
    status: 201,
    answer: messageAnswer,
    summary: 'Asks for an account, which waits for an Admin to activate it.',
  }),
  requestReset: defineCall({
    method: 'POST',
    path: '/email-reset-password',
    grant: 'public',
    body: EMAIL_RESET_FIELDS,
    answer: () => z.object({ original: messageAnswer() }),
    summary: 'Mails a link to set a new password; the answer is the same for an unknown address.',
  }),
  resetForgotten: defineCall({
    method: 'POST',
    path: '/forgot-password',
    grant: 'public',
    body: RESET_PASSWORD_FIELDS,
    answer: messageAnswer,
    summary: 'Sets the password with the token of a mailed link.',
  }),
  reset: defineCall({
    method: 'POST',
    path: '/reset-password',
    grant: 'public',
    body: RESET_PASSWORD_FIELDS,
    answer: messageAnswer,
    summary: 'The same as `POST forgot-password`.',
  }),
  checkResetLink: defineCall({
    method: 'POST',
    path: '/reset-password/check',
    grant: 'public',
    body: PASSWORD_LINK_FIELDS,
    answer: messageAnswer,
    summary: 'Whether the token of a mailed link still works.',
  }),
  confirmEmail: defineCall({
    method: 'POST',
    path: '/confirm-email',
    grant: 'public',
    body: CONFIRM_EMAIL_FIELDS,
    answer: messageAnswer,
    summary: 'Makes the address count to which the link was mailed.',
  }),
  image: defineCall({
    method: 'GET',
    path: '/files/:name',
    grant: 'public',
    answer: 'image',
    summary: 'An uploaded image, for who has a signed address that has not expired.',
  }),
};
