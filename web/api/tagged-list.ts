import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Query, readJson } from './client.ts';
import { listQuery, type Page } from './queries.ts';
import { send } from './request.ts';

/** An answer as it came, and its tag: what the screen does to its own rows meanwhile leaves it alone. */
interface TaggedAnswer {
  tag: string;
  body: unknown;
}

/**
 * A list read that sends the tag of the answer before, so that of a list that has not changed only the tag goes over the line. The answers
 * lie beside the rows in the query cache: signing out forgets them too.
 */
export function taggedListQuery<Row, Answer = Page<Row>>(entity: string, query: Query) {
  return queryOptions({
    ...listQuery<Row, Answer>(entity, query),
    queryFn: ({ client, signal }) => readUnlessUnchanged(client, entity, query, signal) as Promise<Answer>,
  });
}

async function readUnlessUnchanged(client: QueryClient, entity: string, query: Query, signal: AbortSignal): Promise<unknown> {
  const key = [entity, 'answer', query];
  const held = client.getQueryData<TaggedAnswer>(key);
  const response = await send(entity, { query, signal }, { method: 'GET', headers: held ? { 'if-none-match': held.tag } : {} });
  if (response.status === 304 && held) return held.body;
  const body = await readJson(response);
  const tag = response.headers.get('etag');
  if (tag) client.setQueryData<TaggedAnswer>(key, { tag, body });
  return body;
}
