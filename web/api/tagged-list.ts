import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listQuery, type Page, type Query, readJson } from './client.ts';
import { send, sentEarly } from './request.ts';

/** An answer as it came, and its tag: what the screen does to its own rows meanwhile leaves it alone. */
interface TaggedAnswer {
  tag: string;
  body: unknown;
}

/**
 * A list read that sends the tag of the answer before, so that of a list that has not changed only the tag goes over the line. The answers
 * lie beside the rows in the query cache: signing out forgets them too.
 */
export function taggedListQuery<Row, Answer = Page<Row>>(client: QueryClient, entity: string, query: Query) {
  const key = [entity, 'answer', query];
  const keep = (response: Response, body: unknown) => {
    const tag = response.headers.get('etag');
    if (tag) client.setQueryData<TaggedAnswer>(key, { tag, body });
    return body as Answer;
  };
  return queryOptions({
    ...listQuery<Row, Answer>(entity, query),
    queryFn: async ({ signal }) => {
      const held = client.getQueryData<TaggedAnswer>(key);
      const response = await send(entity, { query, signal }, { method: 'GET', headers: held ? { 'if-none-match': held.tag } : {} });
      return response.status === 304 && held ? (held.body as Answer) : keep(response, await readJson(response));
    },
    initialData: () => {
      const early = sentEarly(entity, { query });
      return early && keep(early.response, early.body);
    },
  });
}
