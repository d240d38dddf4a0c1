import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { viewCalls as calls } from '../../contracts/calls/declared/views.ts';
import { VIEW_FIELDS } from '../../contracts/calls/views.ts';
import { fill, type Text } from '../../contracts/text.ts';
import { completeLayout, showColumns } from '../../contracts/view-state.ts';
import type { Resource } from '../../crud/resource.ts';
import { searchParams } from '../../crud/router.ts';
import { bindCall, type GrantedRecord } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { selectLostRecords, toListParams } from './check-state.ts';
import { listViews, readView, requireView, toView } from './read-views.ts';
import { createView, deleteView, updateView } from './save-view.ts';
import { listViewedLists, type ViewedList } from './viewed-lists.ts';

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

/**
 * `GET /views/{id}/export?format=`: the rows and columns that the view shows the reader, as the export of its list. 422 where a filter is gone:
 * a file that a program reads would silently have other rows.
 */
async function exportView(lists: readonly ViewedList[], input: GrantedRecord, c: Context<AppEnv>): Promise<Response> {
  const { caller } = input;
  const { actor, row, list } = await requireView(lists, input);
  const lost = await caller.readMore(selectLostRecords(list.contract, sql`v.id = ${row.id}`));
  const { state, gone } = toView(list, row, actor, caller, lost);
  const missing = gone.filter(({ part }) => part === 'filter' || part === 'period').map(({ name }) => name);
  if (missing.length > 0) {
    const message = fill(GONE[caller.lang], { field: VIEW_FIELDS.state.label[caller.lang], names: missing.join(', ') });
    throw new AppError('invalid', {}, { messages: { state: message } });
  }
  const params = toListParams(state, caller);
  for (const [name, value] of searchParams(c)) params.append(name, value);
  const { columns } = list.contract;
  return list.export(c, params, showColumns(columns, completeLayout(state.columns, columns)));
}

const GONE: Text = {
  vi: '{field}: bộ lọc không còn dùng được ({names}). Hãy mở chế độ xem, sửa bộ lọc và lưu lại',
  en: '{field}: filters that no longer work ({names}). Open the view, mend its filters and save it',
};
