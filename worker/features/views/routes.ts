import { Hono } from 'hono';
import { viewCalls as calls } from '../../contracts/calls/declared/views.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { exportView } from './export-view.ts';
import { listViews, readView } from './read-views.ts';
import { createView, deleteView, updateView } from './save-view.ts';
import { listViewedLists } from './viewed-lists.ts';

/** Saved ways to show a list, and their files. */
export function viewRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const lists = listViewedLists(resources);
  bindCall(app, calls.list, (input) => listViews(lists, input));
  bindCall(app, calls.read, async (input) => ({ data: await readView(lists, input) }));
  bindCall(app, calls.create, async (input) => ({ data: await createView(lists, input) }));
  bindCall(app, calls.update, async (input) => ({ data: await updateView(lists, input) }));
  bindCall(app, calls.delete, (input) => deleteView(lists, input));
  bindCall(app, calls.export, (input, c) => exportView(lists, input, c));
  return app;
}
