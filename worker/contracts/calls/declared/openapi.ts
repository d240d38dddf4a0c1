import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

export const openapiCalls = {
  read: defineCall({
    method: 'GET',
    path: '/openapi.json',
    grant: EVERYONE,
    answer: () => z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
    summary: 'This API as an OpenAPI 3.1 document.',
  }),
};
