import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN, EVERYONE } from '../../roles.ts';
import { ACCESS_TOKEN_LABELS, accessTokenRequest } from '../access-tokens.ts';
import { accessToken, createdAccessToken, ownedAccessToken } from '../answers/access-tokens.ts';
import { deletedAnswer } from '../answers/envelope.ts';
import { defineCall } from './define-call.ts';

/** Keys with which other programs read on a person's behalf. */
export const accessTokenCalls = {
  listOwn: defineCall({
    method: 'GET',
    path: '/me/tokens',
    grant: EVERYONE,
    answer: () => z.object({ data: accessToken().array() }),
    summary: 'One’s access tokens, the newest first.',
  }),
  create: defineCall({
    method: 'POST',
    path: '/me/tokens',
    grant: EVERYONE,
    body: accessTokenRequest,
    labels: ACCESS_TOKEN_LABELS,
    status: 201,
    answer: createdAccessToken,
    summary: 'Makes a token for reading, told this once; needs a proof of the last five minutes.',
  }),
  endOwn: defineCall({
    method: 'DELETE',
    path: '/me/tokens/:id',
    grant: EVERYONE,
    answer: deletedAnswer,
    summary: 'Ends one of one’s access tokens at once.',
  }),
  list: defineCall({
    method: 'GET',
    path: '/tokens',
    grant: ADMIN,
    answer: () => z.object({ data: ownedAccessToken().array() }),
    summary: 'Everybody’s access tokens, the newest first.',
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/tokens/:id',
    grant: ADMIN,
    answer: deletedAnswer,
    summary: 'Ends anybody’s access token at once.',
  }),
};
