import { type SQL, sql } from 'drizzle-orm';
import type { StatementLine } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import type { LineKind } from '../../../contracts/calls/statements.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, asNumber, readColumn, readValue } from '../../../platform/db/typed-rows.ts';
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
  const asked = resolveMonth(values, caller.clock);
  const page = readPage(values, DEFAULT_LIMIT);
  const { results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    return {
      person: selectPerson(user, actor, asked.key),
      jobs: kind === 'in_progress' ? selectInProgress(user, asked.key, caller.clock.today()) : undefined,
      page: kind === 'in_progress' ? undefined : selectLines(kind, user, asked.key, page),
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
      CROSS JOIN ${sql.identifier(table)} r ON r.id = p.id ${JOINS[kind]} ORDER BY ${day}, r.id`,
      readColumn(asJson<StatementLine>()),
    ),
  };
}

/** The last person who set the points of a direct by hand, and the value before. */
function adjustment(column: 'result_design_point' | 'result_check_point'): SQL {
  const path = sql`${`$.${column}`}`;
  return sql`iif(r.is_updated <> 1, NULL, (SELECT json_object('by', a.name, 'at', h.at, 'from', json_extract(h.before, ${path}), 'reason', r.adjust_reason)
    FROM history h LEFT JOIN users a ON a.id = h.user_id
    WHERE h.entity = 'directs' AND h.record_id = r.id AND h.action = 'update' AND h.source <> 'calculation'
      AND json_extract(h.before, ${path}) IS NOT json_extract(h.after, ${path}) ORDER BY h.id DESC LIMIT 1))`;
}

function jobColumns(kind: 'design' | 'check'): SQL {
  const column = kind === 'design' ? 'result_design_point' : 'result_check_point';
  return sql`json_object('kind', ${kind}, 'id', r.id, 'entity', 'directs', 'title', r.name,
    'subtitle', concat_ws(' · ', r.bukkenmei, ifnull(c.name, r.tokuisakimei), r.hacchyuu_naiyou), 'date', r.henkyaku_hi, 'tsubosuu', r.tsubosuu,
    'point', r.${sql.identifier(column)}, 'type', NULL, 'is_checked', r.is_checked, 'adjusted', json(${adjustment(column)}),
    'explanation', 'directs/' || r.id || '/calculation')`;
}

const recordColumns = (kind: LineKind, entity: string, title: SQL, point: SQL, type: SQL, isChecked: SQL): SQL =>
  sql`json_object('kind', ${kind}, 'id', r.id, 'entity', ${entity}, 'title', ${title}, 'subtitle', r.note, 'date', r.rate_at, 'tsubosuu', NULL,
    'point', ${point}, 'type', ${type}, 'is_checked', ${isChecked}, 'adjusted', NULL, 'explanation', NULL)`;

const PACKED: Record<Exclude<LineKind, 'in_progress'>, SQL> = {
  design: jobColumns('design'),
  check: jobColumns('check'),
  mistakes: sql`json_object('kind', 'mistakes', 'id', r.id, 'entity', 'mistakes', 'title', r.mistake, 'subtitle', concat_ws(' · ', c.name, r.link_case),
    'date', r.rate_at, 'tsubosuu', NULL, 'point', r.point, 'type', r.detect_by, 'is_checked', NULL, 'adjusted', NULL, 'explanation', NULL)`,
  indirects: recordColumns('indirects', 'indirects', sql`n.content`, sql`r.point`, sql`r.indirect_point_type`, sql`r.is_checked`),
  pro: recordColumns('pro', 'pro', sql`n."desc"`, LINE_SOURCES.pro.point, sql`NULL`, sql`r.is_checked`),
};

const JOINS: Record<Exclude<LineKind, 'in_progress'>, SQL> = {
  design: sql`LEFT JOIN customers c ON c.id = r.customer_id`,
  check: sql`LEFT JOIN customers c ON c.id = r.customer_id`,
  mistakes: sql`LEFT JOIN customers c ON c.id = r.customer_id`,
  indirects: sql`LEFT JOIN indirect_note n ON n.id = r.indirect_note_id`,
  pro: sql`LEFT JOIN pro_point n ON n.id = r.pro_point_id`,
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
