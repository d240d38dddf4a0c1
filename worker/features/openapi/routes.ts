import { Hono } from 'hono';
import { CALLS } from '../../contracts/calls/declared/calls.ts';
import { openapiCalls } from '../../contracts/calls/declared/openapi.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { describeApi, type OpenApiDocument } from './document.ts';

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
