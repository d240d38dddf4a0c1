import { type SQL, sql } from 'drizzle-orm';
import type { DirectPoints } from '../../contracts/calls/answers/explanation.ts';
import { monthsBetween } from '../../contracts/months.ts';
import { NOW, SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { isWithin } from '../../platform/db/date-ranges.ts';
import { isMonthLocked } from '../../platform/db/month-lock.ts';
import { splitRows } from '../../platform/db/pieces.ts';
import { query } from '../../platform/db/query.ts';
import { ruleScenarioRuns, ruleScenarios, type TriedMonth } from '../../platform/db/schema/rule-scenarios.ts';
import { asBoolean, asNumber, readFirst, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdsLease, type Lease, type Outcome, workOnRun } from '../../platform/queue/run.ts';
import { selectMonthDirects } from '../calculation/directs.ts';
import { calculateDirect } from '../calculation/engine/direct.ts';
import type { DirectRow } from '../calculation/engine/rows.ts';
import { type CompiledRules, compileRules } from '../calculation/engine/rules.ts';
import { loadRules, selectRules, storeRules, takeSnapshot } from '../calculation/load.ts';
import { EXPRESSIONS } from '../totals/expressions-in-force.ts';
import { insertPeople } from './people.ts';
import { readInShadow } from './shadow.ts';
import { shadowTriedRules } from './tried.ts';
import { type ScenarioRun, scenarioWork } from './work.ts';

/** Directs that are read, tried and stored in two round trips. */
const CHUNK = 5000;
/** A message works this long, then hands the rest to a further one. */
const BUDGET_MS = 10_000;

/**
 * The message `{type: 'try_scenario', run_id}`: takes a run on from where the database says it is. Nothing but the run and its results is written,
 * so that locked months can be tried like open ones.
 */
export function handleTryScenario(deps: Deps, { run_id }: { run_id: number }): Promise<void> {
  return workOnRun(deps, scenarioWork, run_id, async (held, run, lease): Promise<Outcome> => {
    const until = held.clock.now() + BUDGET_MS;
    const compiled = new Map<string, CompiledRules>();
    const rulesOf = async (hash: string) => {
      const known = compiled.get(hash) ?? compileRules(await loadRules(held.files, hash));
      compiled.set(hash, known);
      return known;
    };
    let at: ScenarioRun | undefined = run;
    do {
      const month: TriedMonth | undefined = at.months[at.place];
      if (at.status === 'queued') at = await begin(held, at, lease);
      else if (month) at = await tryPiece(held, at, lease, month, { live: await rulesOf(month.live), tried: await rulesOf(month.tried) });
      else at = await finish(held, at, lease);
    } while (at?.status === 'running' && held.clock.now() < until);
    return at?.status === 'running' ? 'unfinished' : 'ended';
  });
}

/** Keeps the rules of every month as they are now, live and tried, for the whole run. */
async function begin({ db, files }: Deps, run: ScenarioRun, lease: Lease): Promise<ScenarioRun | undefined> {
  const { scenario, history, total } = await db.read({
    scenario: query(
      sql`SELECT valid_from FROM rule_scenarios WHERE id = ${run.scenario_id}`,
      readFirst({ valid_from: ruleScenarios.valid_from }),
    ),
    history: query(sql`SELECT ifnull(MAX(id), 0) AS id FROM history`, readValue(asNumber)),
    total: query(
      sql`SELECT COUNT(*) AS total FROM directs WHERE ${isWithin(sql`henkyaku_hi`, { from: `${run.from_month}-01`, to: `${run.to_month}-31` })}`,
      readValue(asNumber),
    ),
  });
  const shadow = shadowTriedRules(run.scenario_id, scenario?.valid_from ?? '');
  const months: TriedMonth[] = [];
  for (const month of monthsBetween(run.from_month, run.to_month)) {
    const read = await db.read({
      live: { rules: selectRules(month), expressionsOf: EXPRESSIONS },
      tried: readInShadow(shadow, { rules: selectRules(month), expressionsOf: EXPRESSIONS }),
      locked: query(sql`SELECT ${isMonthLocked(month)} AS locked`, readValue(asBoolean)),
    });
    const [live, tried] = await Promise.all([takeSnapshot(read.live.rules), takeSnapshot(read.tried.rules)]);
    await storeRules(files, live);
    await storeRules(files, tried);
    const expressions = { live: read.live.expressionsOf(month), tried: read.tried.expressionsOf(month) };
    months.push({ month, locked: read.locked, live: live.hash, tried: tried.hash, expressions });
  }
  return change({ db }, lease, [], sql`status = 'running', months = ${JSON.stringify(months)}, history_id = ${history}, total = ${total}`);
}

async function tryPiece(
  { db }: Deps,
  run: ScenarioRun,
  lease: Lease,
  { month, locked }: TriedMonth,
  { live, tried }: Record<'live' | 'tried', CompiledRules>,
): Promise<ScenarioRun | undefined> {
  const directs = await db.read(
    selectMonthDirects<TriedDirect & Owners>(month, { henkyaku_hi: run.read_date, id: run.read_id }, [live, tried], {
      columns: [...TRIED_COLUMNS, 'dept_id', 'user_id', 'chekkusha_id'],
      limit: CHUNK,
    }),
  );
  const rows = directs.map((direct) => {
    const { design, check, state, stale } = tryDirect(live, tried, direct, locked);
    const { id, customer_id, dept_id, user_id, chekkusha_id, result_design_point = null, result_check_point = null } = direct;
    return [id, customer_id, dept_id, user_id, chekkusha_id, result_design_point, result_check_point, design, check, state, stale];
  });
  const stored = splitRows(rows).map((some) => insertResults(run, lease, month, some));
  const last = directs.at(-1);
  const done = sql`done = min(total, done + ${directs.length})`;
  if (last && directs.length === CHUNK)
    return change({ db }, lease, stored, sql`${done}, read_date = ${last.henkyaku_hi}, read_id = ${last.id}`);
  await change({ db }, lease, stored, last ? sql`read_date = ${last.henkyaku_hi}, read_id = ${last.id}` : sql`read_id = read_id`);
  const people = await insertPeople(db, run, lease, run.months[run.place]!);
  return change({ db }, lease, people, sql`${done}, place = place + 1, read_date = '', read_id = 0`);
}

interface Owners {
  dept_id: number | null;
  user_id: number | null;
  chekkusha_id: number | null;
}

function insertResults(run: ScenarioRun, lease: Lease, month: string, rows: readonly unknown[][]): SQL {
  const cells = sql.raw(Array.from({ length: 11 }, (_, at) => `j.value ->> ${at}`).join(', '));
  return sql`INSERT OR REPLACE INTO rule_scenario_results (run_id, month, direct_id, customer_id, dept_id, user_id, chekkusha_id, before_design,
      before_check, after_design, after_check, state, stale)
    SELECT ${run.id}, ${month}, ${cells} FROM json_each(${JSON.stringify(rows)}) j WHERE ${holdsLease(scenarioWork, lease)}`;
}

/** Counts what came of it all. */
function finish({ db, clock }: Deps, run: ScenarioRun, lease: Lease): Promise<ScenarioRun | undefined> {
  const points = (side: 'before' | 'after') => sql.raw(`(ifnull(${side}_design, 0) + ifnull(${side}_check, 0))`);
  const [before, after] = [points('before'), points('after')];
  const difference = sql`ROUND(${after} - ${before}, 3)`;
  const count = (condition: SQL) => sql`ifnull(SUM(${condition}), 0)`;
  return change(
    { db },
    lease,
    [],
    sql`status = 'done', finished_at = ${clock.time()}, (total, done, before, after, up, down, same, failed, kept, stale) = (SELECT COUNT(*), COUNT(*),
      ROUND(TOTAL(${before}), 3), ROUND(TOTAL(${after}), 3), ${count(sql`${difference} > 0`)}, ${count(sql`${difference} < 0`)},
      ${count(sql`${difference} = 0`)}, ${count(sql`state = 'failed'`)}, ${count(sql`state = 'kept'`)}, ${count(sql`r.stale = 1`)}
      FROM rule_scenario_results r WHERE r.run_id = ${run.id})`,
  );
}

/** Writes statements and where the run stands then, as long as this message holds its lease. A run whose scenario was deleted is cancelled instead. */
async function change(
  { db }: Pick<Deps, 'db'>,
  lease: Lease,
  statements: readonly SQL[],
  assignments: SQL,
): Promise<ScenarioRun | undefined> {
  const { run } = await db.write(
    {
      cancelled: sql`UPDATE rule_scenario_runs SET status = 'cancelled', claim = NULL, finished_at = ${NOW}
        WHERE id = ${lease.id} AND ${holdsLease(scenarioWork, lease)} AND NOT EXISTS (SELECT 1 FROM rule_scenarios s WHERE s.id = scenario_id)`,
      statements,
      run: query(
        sql`UPDATE rule_scenario_runs SET progress_at = ${NOW}, ${assignments}
          WHERE id = ${lease.id} AND ${holdsLease(scenarioWork, lease)} RETURNING *`,
        readFirst(ruleScenarioRuns),
      ),
    },
    SCRIPT_AUTHOR,
  );
  return run;
}

/** A direct as it is read to try rules on it. */
type TriedDirect = DirectRow & Partial<DirectPoints> & { henkyaku_hi: string; is_checked: 0 | 1; is_updated: 0 | 1 };
const TRIED_COLUMNS = ['is_checked', 'is_updated', 'result_design_point', 'result_check_point'];

interface TriedPoints {
  design: number | null;
  check: number | null;
  /** `kept`: a calculation would leave the points as they are. `failed`: the tried rules give no result. */
  state: 'computed' | 'kept' | 'failed';
  /** The points are not those of the live rules: a calculation would change them without any scenario. */
  stale: 0 | 1;
}

/**
 * The points that a direct would have. One whose result is the same by both sets of rules keeps the points it has, so that rules without a change
 * change none; in an open month a calculation gives points to one without. A checked direct of an open month is left alone, as a calculation leaves it.
 */
function tryDirect(live: CompiledRules, tried: CompiledRules, direct: TriedDirect, isLocked: boolean): TriedPoints {
  const has = { design: direct.result_design_point ?? null, check: direct.result_check_point ?? null };
  if (direct.is_updated === 1 || (!isLocked && direct.is_checked === 1)) return { ...has, state: 'kept', stale: 0 };
  const now = calculateDirect(live, direct);
  const stale = now.ok && !isLocked && (now.result_design_point !== has.design || now.result_check_point !== has.check) ? 1 : 0;
  const then = tried === live ? now : calculateDirect(tried, direct);
  if (!then.ok) return { ...has, state: 'failed', stale };
  const { result_design_point: design, result_check_point: check } = then;
  const isKept = isLocked || has.design !== null || has.check !== null;
  const isSame = isKept && now.ok && now.result_design_point === design && now.result_check_point === check;
  return isSame ? { ...has, state: 'computed', stale } : { design, check, state: 'computed', stale };
}
