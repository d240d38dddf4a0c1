import { Hono } from 'hono';
import * as z from 'zod';
import { errorBody } from '../../contracts/calls/answers/error.ts';
import { CALLS } from '../../contracts/calls/declared/calls.ts';
import type { Call } from '../../contracts/calls/declared/define-call.ts';
import { openapiCalls } from '../../contracts/calls/declared/openapi.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { callPaths } from './call-paths.ts';
import { entityPaths } from './entity-paths.ts';
import { rowJsonSchema } from './json-schemas.ts';
import type { Paths } from './operations.ts';

/** `GET /openapi.json`: the document is made when it is first asked for. */
export function openapiRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  let document: OpenApiDocument | undefined;
  bindCall(app, openapiCalls.read, async ({ caller, grant }) => {
    await caller.require(grant);
    document ??= describeApi(resources, CALLS, caller.version);
    return document;
  });
  return app;
}

interface OpenApiDocument {
  [member: string]: unknown;
  openapi: string;
  paths: Paths;
}

/** The API as an OpenAPI 3.1 document: verbs of the entities, then the declared calls; a path that both have holds the operations of both. */
function describeApi(resources: readonly Resource[], calls: readonly Call[], version: string): OpenApiDocument {
  const { $schema: _, ...error } = z.toJSONSchema(errorBody());
  return {
    openapi: '3.1.0',
    info: { title: 'Tensu', version, description: 'Messages are in the language of `Accept-Language`: vi, or en.' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }, { accessToken: [] }],
    paths: mergePaths([...resources.map(entityPaths), callPaths(calls)]),
    components: {
      schemas: {
        Error: error,
        ...Object.fromEntries(resources.map(({ contract, scope }) => [contract.name, rowJsonSchema(contract, scope !== undefined)])),
      },
      responses: {
        Error: {
          description: 'The code says which error it is',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in, or an access token (`tensu_…`) for reading' },
        accessToken: { type: 'http', scheme: 'basic', description: 'An access token as the password, with any user name' },
      },
    },
  };
}

function mergePaths(parts: readonly Paths[]): Paths {
  const merged: Paths = {};
  for (const [path, operations] of parts.flatMap((part) => Object.entries(part))) merged[path] = { ...merged[path], ...operations };
  return Object.fromEntries(Object.entries(merged).filter(([, operations]) => Object.keys(operations).length > 0));
}
