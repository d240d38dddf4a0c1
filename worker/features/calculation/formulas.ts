import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import type { TryFormulaAnswer } from '../../contracts/calls/answers/try-formula.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { DEFAULT_TOTALS } from '../../contracts/calls/formula-language.ts';
import { formulaProblemMessage } from '../../contracts/calls/formula-problems.ts';
import { directs } from '../../contracts/entities/directs.ts';
import { notFoundError } from '../../crud/read.ts';
import { warnOfLockedMonths } from '../../crud/update-rows.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { directs as directsTable } from '../../platform/db/schema/records.ts';
import { asText, readColumn, readFirst } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { readFormulaValues } from './direct-values.ts';
import { checkFormulaFields } from './engine/check-formula-fields.ts';
import { compileRules } from './engine/rules.ts';
import { tryFormula } from './engine/try-formula.ts';
import { readRules, selectRules } from './load.ts';
import { selectMonthOfDirect } from './rules-in-force.ts';

/** `GET /totals-expressions`. */
export async function readTotalsExpressions({
  caller,
  grant,
}: CallInput<typeof calculationCalls.readExpressions>): Promise<TotalsExpressions> {
  const { results } = await caller.read(grant, () => [EXPRESSIONS]);
  return expressionsOf(results[0]!);
}

/** `PUT /totals-expressions {total_point_1, total_point_2, version?}`: both are checked; a stale `version` is a 409. */
export async function writeTotalsExpressions({
  caller,
  grant,
  values: request,
}: CallInput<typeof calculationCalls.saveExpressions>): Promise<TotalsExpressions> {
  const problems = Object.entries(checkFormulaFields('totals', request));
  if (problems.length > 0) {
    const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, caller.lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  }
  await caller.require(grant);
  const unchanged = request.version === undefined ? sql`` : sql` AND version = ${request.version}`;
  const [first, , after, kept] = await caller.write([
    ...NAMES.map(
      (name) => sql`UPDATE totals_expressions SET expression = ${request[name]}, version = version + 1, updated_at = ${caller.clock.time()}
        WHERE key = ${name} AND valid_from = ''${unchanged} RETURNING key`,
    ),
    EXPRESSIONS,
    sql`SELECT l.month FROM month_locks l JOIN month_seals s ON s.id = l.seal_id WHERE l.status = 1
      AND (s.total_point_1 <> ${request.total_point_1} OR s.total_point_2 <> ${request.total_point_2}) ORDER BY l.month`,
  ]);
  const current = expressionsOf(after!);
  if (first!.rows.length === 0) throw new AppError('stale', {}, { current: { ...current } });
  warnOfLockedMonths(caller, readColumn(asText)(kept!));
  return current;
}

/** `POST /formulas/try {scope, source, values?, direct_id?}`: one formula on the given values, over those of a direct. */
export async function tryOut({ caller, grant, values: request }: CallInput<typeof calculationCalls.tryFormula>): Promise<TryFormulaAnswer> {
  const { direct_id } = request;
  const { results } = await caller.read(grant, () =>
    direct_id === undefined
      ? undefined
      : {
          direct: query(sql`SELECT * FROM directs WHERE id = ${direct_id}`, readFirst(directsTable)),
          rules: selectRules(selectMonthOfDirect(direct_id, caller.clock.today())),
        },
  );
  if (!results) return tryFormula(request);
  const { direct, rules } = results;
  if (!direct) throw notFoundError(directs, caller.lang);
  return tryFormula({ ...request, values: { ...readFormulaValues(compileRules(readRules(rules)), direct), ...request.values } });
}

const NAMES = ['total_point_1', 'total_point_2'] as const;
const EXPRESSIONS: SQL = sql`SELECT key, expression, version, updated_at FROM totals_expressions WHERE valid_from = ''`;

function expressionsOf({ rows }: ResultSet): TotalsExpressions {
  const found = new Map(rows.map((row) => [String(row.key), String(row.expression)]));
  return {
    total_point_1: found.get('total_point_1') ?? DEFAULT_TOTALS.total_point_1,
    total_point_2: found.get('total_point_2') ?? DEFAULT_TOTALS.total_point_2,
    version: Math.max(1, ...rows.map((row) => Number(row.version))),
    updated_at:
      rows
        .map((row) => row.updated_at as string | null)
        .sort()
        .at(-1) ?? null,
  };
}
