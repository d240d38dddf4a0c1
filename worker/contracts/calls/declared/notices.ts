import * as z from 'zod';
import { idSchema } from '../../field-schemas.ts';
import { EVERYONE } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { notice } from '../answers/notices.ts';
import { NOTICE_PARAMS } from '../notices.ts';
import { defineCall } from './define-call.ts';

/** Notices that one call marks as read, unless it names all. */
export const MAX_READ_NOTICES = 1000;

/** Some of one's notices, or all of them. */
export const readRequest = () =>
  z.union([z.object({ ids: z.array(idSchema).min(1).max(MAX_READ_NOTICES) }), z.object({ all: z.literal([true, 1]) })]);

/** What a person is told. */
export const noticeCalls = {
  list: defineCall('GET /notices', EVERYONE, 'One’s notices, the newest first.', {
    params: NOTICE_PARAMS,
    answer: () => envelope(notice()).extend({ unread: z.number() }),
  }),
  markRead: defineCall(
    'POST /notices/read',
    EVERYONE,
    'Marks notices as read: `{ids}` or `{all: true}`; answers how many are still unread.',
    { body: readRequest, answer: () => z.object({ unread: z.number() }) },
  ),
};
