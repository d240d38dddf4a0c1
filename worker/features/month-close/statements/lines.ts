import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { StatementLine } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import type { LineKind } from '../../../contracts/calls/statements.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { query } from '../../../platform/db/query.ts';
import { users } from '../../../platform/db/schema/organisation.ts';
import { customers, indirectNote, proPoint } from '../../../platform/db/schema/reference.ts';
import { asJson, asNumber, readColumn, readValue } from '../../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../../platform/db/value-as-sealed.ts';
import { LINE_SOURCES } from './figures.ts';
import { type JobInProgress, selectInProgress } from './in-progress.ts';
import { resolveMonth } from './month.ts';
import { parseOwner, requireReadablePerson, selectPerson } from './reader.ts';

const DEFAULT_LIMIT = 50;

/** `GET /statements/{user_id|me}/lines?kind=&year=&month=`: the records that a kind of the statement adds up. One round trip. */
export async function listLines(
  { caller, grant, values }: CallInput<typeof statementCalls.listLines>,
  ownerText: string,
): Promise<Envelope<StatementLine>> {
  const { kind } = values;
  const owner = parseOwner(ownerText, caller);
  const month = resolveMonth(values, caller.clock);
  const page = readPage(values, DEFAULT_LIMIT);
  const { results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    return {
      person: selectPerson(user, actor, month.key),
      jobs: kind === 'in_progress' ? selectInProgress(user, month.key, caller.clock.today()) : undefined,
      page: kind === 'in_progress' ? undefined : selectLines(kind, user, month.key, page),
    };
  });
  requireReadablePerson(results.person, caller);
  if (results.page) return toEnvelope(page, results.page.total, results.page.lines);
  const jobs = results.jobs ?? [];
  const start = (page.page - 1) * page.limit;
  return toEnvelope(page, jobs.length, jobs.slice(start, start + page.limit).map(jobLine));
}

/** Count and page of a kind's records, by date and id. */
export function selectLines(
  kind: Exclude<LineKind, 'in_progress'>,
  user: number,
  month: string,
  { page, limit }: { page: number; limit: number },
) {
  const { table, date, person } = LINE_SOURCES[kind];
  const day = sql`r.${sql.identifier(date)}`;
  const ofPerson = sql`FROM ${sql.identifier(table)} r
    WHERE r.${sql.identifier(person)} = ${user} AND ${inMonth(day, month)}`;
  return {
    total: query(sql`SELECT COUNT(*) AS total ${ofPerson}`, readValue(asNumber)),
    lines: query(
      sql`SELECT ${PACKED[kind]} AS line FROM (SELECT r.id ${ofPerson} ORDER BY ${day}, r.id LIMIT ${limit} OFFSET ${(page - 1) * limit}) p
      CROSS JOIN ${sql.identifier(table)} r ON r.id = p.id ORDER BY ${day}, r.id`,
      readColumn(asJson<StatementLine>()),
    ),
  };
}

/** A value of the record that a line names, of a locked month as it was sealed. */
function asSealed(kind: Exclude<LineKind, 'in_progress'>, column: SQLiteColumn, reference: string): SQL {
  return valueAsSealed(column, sql`r.${sql.identifier(reference)}`, sql`substr(r.${sql.identifier(LINE_SOURCES[kind].date)}, 1, 7)`);
}

/** The last person who set the points of a direct by hand, and the value before. */
function adjustment(column: 'result_design_point' | 'result_check_point'): SQL {
  const path = sql`${`$.${column}`}`;
  const by = valueAsSealed(users.name, sql`h.user_id`, sql`substr(r.henkyaku_hi, 1, 7)`);
  return sql`iif(r.is_updated <> 1, NULL, (SELECT json_object('by', ${by}, 'at', h.at, 'from', json_extract(h.before, ${path}), 'reason', r.adjust_reason)
    FROM history h
    WHERE h.entity = 'directs' AND h.record_id = r.id AND h.action = 'update' AND h.source <> 'calculation'
      AND json_extract(h.before, ${path}) IS NOT json_extract(h.after, ${path}) ORDER BY h.id DESC LIMIT 1))`;
}

function jobColumns(kind: 'design' | 'check'): SQL {
  const column = kind === 'design' ? 'result_design_point' : 'result_check_point';
  return sql`json_object('kind', ${kind}, 'id', r.id, 'entity', 'directs', 'title', r.name,
    'subtitle', concat_ws(' · ', r.bukkenmei, ifnull(${asSealed(kind, customers.name, 'customer_id')}, r.tokuisakimei), r.hacchyuu_naiyou), 'date', r.henkyaku_hi, 'tsubosuu', r.tsubosuu,
    'point', r.${sql.identifier(column)}, 'type', NULL, 'is_checked', r.is_checked, 'adjusted', json(${adjustment(column)}),
    'explanation', 'directs/' || r.id || '/calculation')`;
}

const recordColumns = (kind: 'indirects' | 'pro', title: SQL, point: SQL, type: SQL): SQL =>
  sql`json_object('kind', ${kind}, 'id', r.id, 'entity', ${kind}, 'title', ${title}, 'subtitle', r.note, 'date', r.rate_at, 'tsubosuu', NULL,
    'point', ${point}, 'type', ${type}, 'is_checked', r.is_checked, 'adjusted', NULL, 'explanation', NULL)`;

const PACKED: Record<Exclude<LineKind, 'in_progress'>, SQL> = {
  design: jobColumns('design'),
  check: jobColumns('check'),
  mistakes: sql`json_object('kind', 'mistakes', 'id', r.id, 'entity', 'mistakes', 'title', r.mistake, 'subtitle', concat_ws(' · ', ${asSealed('mistakes', customers.name, 'customer_id')}, r.link_case),
    'date', r.rate_at, 'tsubosuu', NULL, 'point', r.point, 'type', r.detect_by, 'is_checked', NULL, 'adjusted', NULL, 'explanation', NULL)`,
  indirects: recordColumns(
    'indirects',
    asSealed('indirects', indirectNote.content, 'indirect_note_id'),
    sql`r.point`,
    sql`r.indirect_point_type`,
  ),
  pro: recordColumns('pro', asSealed('pro', proPoint.desc, 'pro_point_id'), LINE_SOURCES.pro.point, sql`NULL`),
};

function jobLine({ job, point }: JobInProgress): StatementLine {
  const parts = [job.bukkenmei, job.customer_name ?? job.tokuisakimei, job.hacchyuu_naiyou].filter(Boolean);
  return {
    kind: 'in_progress',
    id: job.id,
    entity: 'directs',
    title: job.name,
    subtitle: parts.join(' · ') || null,
    date: job.uketsuke_hi,
    tsubosuu: job.tsubosuu,
    point,
    type: null,
    is_checked: job.is_checked === 1 ? 1 : 0,
    adjusted: null,
    explanation: `directs/${job.id}/calculation`,
  };
}
