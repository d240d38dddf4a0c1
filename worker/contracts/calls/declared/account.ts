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
  read: defineCall('GET /me', EVERYONE, 'The signed-in person with roles, department and group.', { answer: profileAnswer }),
  update: defineCall('PUT /me', EVERYONE, 'Changes one’s own profile.', { body: profile.fields, answer: profileAnswer }),
  updateByPost: defineCall('POST /me', EVERYONE, 'The same as `PUT me`.', { body: profile.fields, answer: profileAnswer }),
  uploadAvatar: defineCall('POST /me/avatar', EVERYONE, 'Sets one’s own picture, sent as a multipart form.', {
    file: 'avatar',
    answer: uploadAnswer,
  }),
  uploadImage: defineCall('POST /upload', EVERYONE, 'Keeps an image of a formatted text, sent as a multipart form.', {
    file: 'upload',
    answer: uploadAnswer,
  }),
  changePassword: defineCall('POST /change-password', EVERYONE, 'Sets a new password and ends one’s other sessions.', {
    body: CHANGE_PASSWORD_FIELDS,
    answer: () => z.object({ name: z.string() }),
  }),
  confirm: defineCall(
    'POST /auth/confirm',
    EVERYONE,
    'Proves with the password or a code that the owner calls; it counts for five minutes.',
    { body: CONFIRM_FIELDS, answer: messageAnswer },
  ),
  requestEmail: defineCall('POST /me/email', EVERYONE, 'Mails a link to a new address, which counts once the link was opened.', {
    body: CHANGE_EMAIL_FIELDS,
    answer: messageAnswer,
  }),
  listSessions: defineCall('GET /me/sessions', EVERYONE, 'One’s open sessions, the latest used first.', {
    answer: () => z.object({ data: session().array() }),
  }),
  endSessions: defineCall('DELETE /me/sessions', EVERYONE, 'Signs out everywhere, here included.', { answer: endedSessions }),
  endSession: defineCall('DELETE /me/sessions/:session', EVERYONE, 'Signs out of one session.', { answer: endedSessions }),
  startSecondFactor: defineCall(
    'POST /me/second-factor',
    EVERYONE,
    'Makes the secret of an authenticator app, which counts once a code of it was confirmed.',
    { body: SECOND_FACTOR_BEGIN_FIELDS, answer: () => z.object({ data: secondFactorSecret() }) },
  ),
  confirmSecondFactor: defineCall(
    'POST /me/second-factor/confirm',
    EVERYONE,
    'Turns the second factor on and answers the recovery codes.',
    { body: SECOND_FACTOR_CODE_FIELDS, answer: recoveryCodes },
  ),
  endSecondFactor: defineCall('POST /me/second-factor/end', EVERYONE, 'Turns the second factor off.', {
    body: SECOND_FACTOR_END_FIELDS,
    answer: messageAnswer,
  }),
  renewRecoveryCodes: defineCall('POST /me/second-factor/recovery-codes', EVERYONE, 'Replaces the recovery codes.', {
    body: CONFIRM_FIELDS,
    answer: recoveryCodes,
  }),
  readPreferences: defineCall('GET /me/preferences', EVERYONE, 'What the person chose about screens, by name.', { answer: preferences }),
  savePreference: defineCall('PUT /me/preferences/:name', EVERYONE, 'Keeps one choice: `{value}`, any JSON of at most 4,000 characters.', {
    body: () => z.object({ value: z.unknown() }),
    answer: preferences,
  }),
};
