import * as z from 'zod';
import '../../field-schemas.ts';
import { ADMIN, EVERYONE } from '../../roles.ts';
import { ACCESS_TOKEN_LABELS, accessTokenRequest } from '../access-tokens.ts';
import { accessToken, createdAccessToken, ownedAccessToken } from '../answers/access-tokens.ts';
import { deletedAnswer } from '../answers/envelope.ts';
import { defineCall } from './define-call.ts';

/** Keys with which other programs read on a person's behalf. */
export const accessTokenCalls = {
  listOwn: defineCall('GET /me/tokens', EVERYONE, 'One’s access tokens, the newest first.', {
    answer: () => z.object({ data: accessToken().array() }),
  }),
  create: defineCall('POST /me/tokens', EVERYONE, 'Makes a token for reading, told this once; needs a proof of the last five minutes.', {
    body: accessTokenRequest,
    labels: ACCESS_TOKEN_LABELS,
    status: 201,
    answer: createdAccessToken,
  }),
  endOwn: defineCall('DELETE /me/tokens/:id', EVERYONE, 'Ends one of one’s access tokens at once.', { answer: deletedAnswer }),
  list: defineCall('GET /tokens', ADMIN, 'Everybody’s access tokens, the newest first.', {
    answer: () => z.object({ data: ownedAccessToken().array() }),
  }),
  end: defineCall('DELETE /tokens/:id', ADMIN, 'Ends anybody’s access token at once.', { answer: deletedAnswer }),
};
