import { type SQL, sql } from 'drizzle-orm';
import type { CrawlAlias, UnmatchedName } from '../../../contracts/calls/answers/crawl-settings.ts';
import type { ALIAS_KINDS, AliasKind } from '../../../contracts/calls/crawl-settings.ts';
import { crawlSettingCalls as calls } from '../../../contracts/calls/declared/crawl-settings.ts';
import { fill } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller, GrantedRecord } from '../../../platform/call-routes.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { crawlAliases } from '../../../platform/db/schema/crawl.ts';
import { asJson, asNumber, asOption, asText, hasRows, orNull, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { exactNameKey, similarNameKey } from '../../../platform/text/match-name.ts';
import { IS_FREE, UNMATCHED } from './unmatched.ts';

const MAX_NAMES = 500;

/** `GET crawl_unmatched`: the names with most jobs first. */
export async function listUnmatched({ caller, grant }: GrantedCaller): Promise<UnmatchedName[]> {
  const similar = (table: 'users' | 'customers', more: SQL) =>
    sql`(SELECT json_group_array(json_object('id', id, 'name', name)) FROM (SELECT id, name FROM ${sql.identifier(table)}
      WHERE replace(name_fold, ' ', '') = n.text_fold ${more} ORDER BY id LIMIT 5))`;
  const assigned = (table: 'users' | 'customers') =>
    sql`(SELECT json_object('id', t.id, 'name', t.name) FROM crawl_aliases a JOIN ${sql.identifier(table)} t ON t.id = a.target_id
      WHERE a.kind = n.kind AND a.text_key = n.text_key AND a.assigned_by IS NOT NULL)`;
  const names = query(
    sql`WITH n AS (SELECT u.kind, u.text_key, MIN(u.text_fold) AS text_fold, MIN(u.text) AS text, COUNT(DISTINCT u.external_id) AS jobs,
        COUNT(DISTINCT iif(${IS_FREE}, NULL, u.external_id)) AS held, MAX(iif(u.kind = 'customer', d.customer_id, NULL)) AS customer_id
        FROM ${UNMATCHED} GROUP BY u.kind, u.text_key ORDER BY jobs DESC, text LIMIT ${MAX_NAMES})
      SELECT n.kind, n.text, n.jobs, n.held, n.customer_id,
        iif(n.kind = 'person', ${similar('users', sql``)}, ${similar('customers', sql`AND is_updated = 0`)}) AS similar,
        iif(n.kind = 'person', ${assigned('users')}, ${assigned('customers')}) AS assigned_to
      FROM n ORDER BY n.jobs DESC, n.text`,
    readRows(UNMATCHED_READERS),
  );
  return (await caller.read(grant, () => names)).results;
}

const UNMATCHED_READERS = {
  kind: asOption<AliasKind>(),
  text: asText,
  jobs: asNumber,
  held: asNumber,
  customer_id: orNull(asNumber),
  similar: asJson<UnmatchedName['similar']>(),
  assigned_to: orNull(asJson<{ id: number; name: string }>()),
};

/** `GET crawl_aliases`: the assigned names first, then those that were learned from renaming. */
export async function listAliases({ caller, grant }: GrantedCaller): Promise<CrawlAlias[]> {
  return (await caller.read(grant, () => selectAliases(sql`1`))).results;
}

/**
 * `POST crawl_aliases {kind, text, target_id}`: the jobs that wait for the name are filled by the queue. Throws `invalid` for a target that is not
 * there, `conflict` where the name is assigned to somebody else.
 */
export async function assignAlias(deps: Deps, { caller, grant, values }: CallInput<typeof calls.assign>): Promise<CrawlAlias> {
  const { kind, text, target_id } = values;
  const key = exactNameKey(text);
  const target =
    kind === 'person' ? sql`SELECT 1 FROM users WHERE id = ${target_id}` : sql`SELECT 1 FROM customers WHERE id = ${target_id}`;
  const { actor } = await caller.read(grant, () => []);
  const { exists, aliases } = await caller.write({
    exists: query(sql`SELECT EXISTS (${target}) AS found`, readValue(asNumber)),
    replaced: sql`DELETE FROM crawl_aliases WHERE kind = ${kind} AND text = ${text} AND target_id = ${target_id} AND assigned_by IS NULL AND EXISTS (${target})`,
    assigned: sql`INSERT INTO crawl_aliases (kind, text, text_fold, target_id, text_key, assigned_by, assigned_at)
      SELECT ${kind}, ${text}, ${similarNameKey(text)}, ${target_id}, ${key}, ${actor.id}, ${caller.clock.time()} WHERE EXISTS (${target})
      ON CONFLICT DO NOTHING`,
    aliases: selectAliases(sql`a.kind = ${kind} AND a.text_key = ${key} AND a.assigned_by IS NOT NULL`),
  });
  if (!exists) throw invalidField(calls.assign.body, 'target_id', 'exists', caller.lang);
  const alias = aliases[0]!;
  if (alias.target_id !== target_id) {
    const detail = fill(ALIAS_TAKEN[caller.lang], { text, name: alias.target_name ?? alias.target_id });
    throw new AppError('conflict', { detail });
  }
  await deps.jobs.send({ type: 'apply_waiting' });
  return alias;
}

/** `DELETE crawl_aliases/{id}`: jobs that were filled stay as they are. */
export async function removeAlias({ caller, grant, id }: GrantedRecord): Promise<{ message: string; ids: number[] }> {
  await caller.require(grant);
  const isRemoved = await caller.write(query(sql`DELETE FROM crawl_aliases WHERE id = ${id} RETURNING id`, hasRows));
  if (!isRemoved) throw new AppError('not_found', { what: ALIAS_LABEL[caller.lang] });
  return { message: REMOVED[caller.lang], ids: [id] };
}

const ALIAS_TAKEN = {
  vi: '«{text}» đã được gán cho {name}. Hãy bỏ gán trước, rồi gán lại',
  en: '«{text}» is assigned to {name} already. Take that back first, then assign it again',
};
const ALIAS_LABEL = { vi: 'tên ở nguồn', en: 'name of the source' };
const REMOVED = { vi: 'Đã bỏ gán tên này', en: 'The name is not assigned any more' };

/** A name that a customer has again, since its renaming was taken back, is none that it had before. */
function selectAliases(where: SQL): Query<CrawlAlias[]> {
  const { id, text, target_id, assigned_at } = crawlAliases;
  return query(
    sql`SELECT a.id, a.kind, a.text, a.target_id, a.assigned_at, b.name AS assigned_by,
        iif(a.kind = 'person', (SELECT name FROM users WHERE id = a.target_id), (SELECT name FROM customers WHERE id = a.target_id)) AS target_name
      FROM crawl_aliases a LEFT JOIN users b ON b.id = a.assigned_by WHERE ${where}
        AND (a.assigned_by IS NOT NULL OR NOT EXISTS (SELECT 1 FROM customers c WHERE c.id = a.target_id AND c.name = a.text)) ORDER BY a.assigned_by IS NULL, a.id DESC`,
    readRows({
      id,
      text,
      target_id,
      assigned_at,
      kind: asOption<keyof typeof ALIAS_KINDS>(),
      assigned_by: orNull(asText),
      target_name: orNull(asText),
    }),
  );
}
