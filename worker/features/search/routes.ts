import { type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { SearchHit } from '../../contracts/calls/answers/search.ts';
import { searchCalls } from '../../contracts/calls/declared/search.ts';
import { MAX_HITS, SEARCH_MATCHES } from '../../contracts/calls/search.ts';
import type { EntityContract, Filter } from '../../contracts/contract.ts';
import { contractOf } from '../../contracts/contracts.ts';
import { SEARCH } from '../../contracts/field-filters.ts';
import { isGranted } from '../../contracts/roles.ts';
import { screenGrants } from '../../contracts/screens.ts';
import { selectBestMatches } from '../../crud/match-order.ts';
import { splitWords } from '../../crud/query.ts';
import { type Resource, type Scope, tableNameOf } from '../../crud/resource.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { Actor, AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { isInForce } from '../../platform/db/rule-versions.ts';
import { asNumber, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';

/** The search over all lists. */
export function searchRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, searchCalls.search, async (input) => ({ data: await searchEverywhere(resources, input) }));
  return app;
}

/** Hits of one entity and rank: of a common word, every entity still shows. */
const MAX_HITS_OF_ENTITY = 8;

/**
 * `GET /search?q=`: records of every list that the person may open and whose texts have every word, in any order, whatever case, accents and
 * width. An entity's hits stand together, best first: a code or name that is what was typed, then one that begins so, then the rest; newest first
 * within each. The entity with the best hit leads. One round trip.
 */
async function searchEverywhere(
  resources: readonly Resource[],
  { caller, grant, values }: CallInput<typeof searchCalls.search>,
): Promise<SearchHit[]> {
  const typed = values.q?.trim() ?? '';
  const { results } = await caller.read(grant, (actor) => ({
    hits:
      typed === '' ? [] : listSearched(resources, actor, caller.clock.today().slice(0, 7)).map((searched) => selectHits(searched, typed)),
  }));
  const groups = results.hits.filter((hits) => hits.length > 0).sort((a, b) => rankOf(a[0]!) - rankOf(b[0]!));
  return groups.flat().slice(0, MAX_HITS);
}

const rankOf = ({ match }: SearchHit): number => SEARCH_MATCHES.indexOf(match);

interface Searched {
  resource: Resource;
  contract: EntityContract;
  filter: Filter;
  scope: Scope;
}

/** What a person may list and open, each table once, with the filter that searches the texts of its list; of rules what counts in the month. */
function listSearched(resources: readonly Resource[], actor: Actor, month: string): Searched[] {
  const tables = new Set<string>();
  return resources.flatMap((resource) => {
    const contract = contractOf(resource.contract.name);
    const filter = contract?.filters[SEARCH];
    if (!contract?.path || !filter || tables.has(resource.table)) return [];
    if (!isGranted(actor.roles, contract.access.get) || !isGranted(actor.roles, screenGrants(contract).open_record)) return [];
    tables.add(resource.table);
    const scope = resource.scope?.(actor) ?? {};
    const { versions } = contract;
    return { resource, contract, filter, scope: versions ? { ...scope, where: isInForce(versions, month) } : scope };
  });
}

/** The best hits of one entity. */
function selectHits({ resource, contract, filter, scope }: Searched, typed: string) {
  const table = sql.identifier(resource.table);
  const found = splitWords(typed).map((value) => ({ filter: { ...filter, op: 'contains' as const }, value, isWord: true }));
  const best = selectBestMatches(resource, { typed, found }, scope, sql`${MAX_HITS_OF_ENTITY}`);
  return query(
    sql`SELECT t.id, ${textOf(contract, contract.title.field)} AS title, ${textOf(contract, contract.title.hint)} AS subtitle, f.rank
      FROM (${best}) f CROSS JOIN ${table} t ON t.id = f.id ORDER BY f.rank, t.id DESC`,
    readRows(
      { id: asNumber, title: orNull(asText), subtitle: orNull(asText), rank: asNumber },
      ({ id, title, subtitle, rank }): SearchHit => ({
        entity: contract.name,
        id,
        title: title ?? `#${id}`,
        subtitle,
        path: `${contract.path}/${id}/view`,
        match: SEARCH_MATCHES[rank]!,
      }),
    ),
  );
}

/** A field of the row, or `relation.field` of a related one, as text. */
function textOf({ relations }: EntityContract, key: string | undefined): SQL {
  if (key === undefined) return sql`NULL`;
  const [name, field] = key.split('.');
  const relation = field && relations[name!];
  if (!relation) return sql`CAST(t.${sql.identifier(key)} AS TEXT)`;
  const [table, ref] = [sql.identifier(tableNameOf(relation.entity)), sql`t.${sql.identifier(relation.field)}`];
  return sql`(SELECT CAST(r.${sql.identifier(field)} AS TEXT) FROM ${table} r WHERE r.id = ${ref})`;
}
