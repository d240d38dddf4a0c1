import * as z from 'zod';
import { endedSessions, messageAnswer } from '../answers/message.ts';
import { rowAnswer } from '../answers/row.ts';
import '../../field-schemas.ts';
import { EVERYONE } from '../../roles.ts';
import { secondFactorSecret } from '../answers/auth.ts';
import { uploadAnswer } from '../answers/uploads.ts';
import { session } from '../answers/users.ts';
import {
  CHANGE_PASSWORD_FIELDS,
  CONFIRM_FIELDS,
  SECOND_FACTOR_BEGIN_FIELDS,
  SECOND_FACTOR_CODE_FIELDS,
  SECOND_FACTOR_END_FIELDS,
} from '../auth.ts';
import { CHANGE_EMAIL_FIELDS, profile } from '../users.ts';
import { defineCall } from './define-call.ts';

const profileAnswer = () => z.object({ data: rowAnswer(profile.fields) });
const recoveryCodes = () => z.object({ data: z.object({ recovery_codes: z.string().array() }) });
const preferences = () => z.object({ data: z.record(z.string(), z.unknown()) });

/** One's own account. */
export const accountCalls = {
  read: defineCall({
    method: 'GET',
    path: '/me',
    grant: EVERYONE,
    answer: profileAnswer,
    summary: 'The signed-in person with roles, department and group.',
  }),
  update: defineCall({
    method: 'PUT',
    path: '/me',
    grant: EVERYONE,
    body: profile.fields,
    answer: profileAnswer,
    summary: 'Changes one’s own profile.',
  }),
  updateByPost: defineCall({
    method: 'POST',
    path: '/me',
    grant: EVERYONE,
    body: profile.fields,
    answer: profileAnswer,
    summary: 'The same as `PUT me`.',
  }),
  uploadAvatar: defineCall({
    method: 'POST',
    path: '/me/avatar',
    grant: EVERYONE,
    file: 'avatar',
    answer: uploadAnswer,
    summary: 'Sets one’s own picture, sent as a multipart form.',
  }),
  uploadImage: defineCall({
    method: 'POST',
    path: '/upload',
    grant: EVERYONE,
    file: 'upload',
    answer: uploadAnswer,
    summary: 'Keeps an image of a formatted text, sent as a multipart form.',
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/change-password',
    grant: EVERYONE,
    body: CHANGE_PASSWORD_FIELDS,
    answer: () => z.object({ name: z.string() }),
    summary: 'Sets a new password and ends one’s other sessions.',
  }),
  confirm: defineCall({
    method: 'POST',
    path: '/auth/confirm',
    grant: EVERYONE,
    body: CONFIRM_FIELDS,
    answer: messageAnswer,
    summary: 'Proves with the password or a code that the owner calls; it counts for five minutes.',
  }),
  requestEmail: defineCall({
    method: 'POST',
    path: '/me/email',
    grant: EVERYONE,
    body: CHANGE_EMAIL_FIELDS,
    answer: messageAnswer,
    summary: 'Mails a link to a new address, which counts once the link was opened.',
  }),
  listSessions: defineCall({
    method: 'GET',
    path: '/me/sessions',
    grant: EVERYONE,
    answer: () => z.object({ data: session().array() }),
    summary: 'One’s open sessions, the latest used first.',
  }),
  endSessions: defineCall({
    method: 'DELETE',
    path: '/me/sessions',
    grant: EVERYONE,
    answer: endedSessions,
    summary: 'Signs out everywhere, here included.',
  }),
  endSession: defineCall({
    method: 'DELETE',
    path: '/me/sessions/:session',
    grant: EVERYONE,
    answer: endedSessions,
    summary: 'Signs out of one session.',
  }),
  startSecondFactor: defineCall({
    method: 'POST',
    path: '/me/second-factor',
    grant: EVERYONE,
    body: SECOND_FACTOR_BEGIN_FIELDS,
    answer: () => z.object({ data: secondFactorSecret() }),
    summary: 'Makes the secret of an authenticator app, which counts once a code of it was confirmed.',
  }),
  confirmSecondFactor: defineCall({
    method: 'POST',
    path: '/me/second-factor/confirm',
    grant: EVERYONE,
    body: SECOND_FACTOR_CODE_FIELDS,
    answer: recoveryCodes,
    summary: 'Turns the second factor on and answers the recovery codes.',
  }),
  endSecondFactor: defineCall({
    method: 'POST',
    path: '/me/second-factor/end',
    grant: EVERYONE,
    body: SECOND_FACTOR_END_FIELDS,
    answer: messageAnswer,
    summary: 'Turns the second factor off.',
  }),
  renewRecoveryCodes: defineCall({
    method: 'POST',
    path: '/me/second-factor/recovery-codes',
    grant: EVERYONE,
    body: CONFIRM_FIELDS,
    answer: recoveryCodes,
    summary: 'Replaces the recovery codes.',
  }),
  readPreferences: defineCall({
    method: 'GET',
    path: '/me/preferences',
    grant: EVERYONE,
    answer: preferences,
    summary: 'What the person chose about screens, by name.',
  }),
  savePreference: defineCall({
    method: 'PUT',
    path: '/me/preferences/:name',
    grant: EVERYONE,
    body: () => z.object({ value: z.unknown() }),
    answer: preferences,
    summary: 'Keeps one choice: `{value}`, any JSON of at most 4,000 characters.',
  }),
};
