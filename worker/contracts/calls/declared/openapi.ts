import { EVERYONE } from '../../roles.ts';
import { defineCall } from './define-call.ts';

export const openapiCalls = {
  read: defineCall({ method: 'GET', path: '/openapi.json', grant: EVERYONE, summary: 'This API as an OpenAPI 3.1 document.' }),
};
