import * as z from 'zod';
import '../../field-schemas.ts';
import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

export const openapiCalls = {
  read: defineCall('GET /openapi.json', EVERYONE, 'This API as an OpenAPI 3.1 document.', {
    answer: () => z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  }),
};
