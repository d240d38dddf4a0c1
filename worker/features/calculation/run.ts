import { sql } from 'drizzle-orm';
import type { RunStatus } from '../../contracts/calls/run-status.ts';
import { monthKey } from '../../contracts/months.ts';
import { type Database, NOW } from '../../platform/db/client.ts';
import { DatabaseError } from '../../platform/db/database-error.ts';
import { asWriter, isMonthLocked } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { asBoolean, asNumber, readOne } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { holdsLease, type Outcome, workOnRun } from '../../platform/queue/run.ts';
import { isInRun, isInRunById, selectMonthDirects } from './directs.ts';
import { type CompiledRules, compileRules } from './engine/rules.ts';
import { loadRules, selectRules, storeRules, takeSnapshot } from './load.ts';
import { calculationAuthor, countsAtEnd, publish, recomputeEdited } from './publish.ts';
import { calculate, type Staged, stageStatements } from './stage.ts';
import { startMonth } from './start.ts';
import { calculationWork, failRun, type Run, selectRunById } from './work.ts';

/** Directs that are read, calculated and staged in two round trips. */
const CHUNK = 10_000;
/** A message works this long, then hands the rest to a further one, well before the 30 s that a Worker may take. */
const BUDGET_MS = 10_000;
/** Directs may be edited between recomputing and publishing; so often it is tried again before those are left out. */
const PUBLISH_ATTEMPTS = 8;

/**
 * The message `{type: 'calculate', run_id}`: takes the run on from where the database says it is, so that a message that comes
 * late, twice or after a crash does no harm. Ends when the run does, or is followed by a further message.
 */
export function handleCalculate(deps: Deps, { run_id }: { run_id: number }): Promise<void> {
  return workOnRun(deps, calculationWork, run_id, advanceRun);
}

async function advanceRun(deps: Deps, begun: Run): Promise<Outcome> {
  const { clock, files } = deps;
  const deadline = clock.now() + BUDGET_MS;
  let rules: CompiledRules | undefined;
  const rulesOfRun = async ({ rules_hash }: Run) => {
    rules ??= compileRules(await loadRules(files, rules_hash!));
    return rules;
  };
  let run: Run | undefined = begun;
  for (let attempt = 1; run?.claim === begun.claim && clock.now() < deadline; ) {
    if (run.status === 'queued') run = await begin(deps, run);
    else if (run.status === 'computing') run = await compute(deps, run, await rulesOfRun(run), deadline);
    else if (run.status === 'publishing') run = await recomputeAndPublish(deps, run, await rulesOfRun(run), attempt++ > PUBLISH_ATTEMPTS);
    else return 'ended';
  }
  return run?.claim === begun.claim ? 'unfinished' : 'ended';
}

/** Keeps the month's rules as they are now for the whole run. Writes of directs from here on are noticed by their history rows. */
async function begin(deps: Deps, run: Run): Promise<Run | undefined> {
  const { facts, rules } = await deps.db.read({
    facts: query(
      sql`SELECT ${isMonthLocked(monthKey(run.year, run.month), asWriter(run.requested_by, deps.clock.time()))} AS locked, (SELECT ifnull(MAX(id), 0) FROM history) AS history_id,
      (SELECT COUNT(*) FROM directs d WHERE ${isInRun(run)}) AS total`,
      readOne({ locked: asBoolean, history_id: asNumber, total: asNumber }),
    ),
    rules: selectRules(monthKey(run.year, run.month)),
  });
  const { locked, history_id, total } = facts;
  if (locked) return failRun(deps, run.id, 'locked');
  const snapshot = await takeSnapshot(rules);
  await storeRules(deps.files, snapshot);
  const begun = await deps.db.write(
    {
      beginning: sql`UPDATE calculation_runs SET status = 'computing', rules_hash = ${snapshot.hash}, history_id = ${history_id},
        total = ${total}, started_at = ${NOW}, progress_at = ${NOW} WHERE id = ${run.id} AND ${holdsLease(calculationWork, run)}`,
      run: selectRunById(run.id),
    },
    calculationAuthor(run),
  );
  return begun.run;
}

/** Calculates chunk after chunk, each staged in one write while the next is read. */
async function compute({ db, clock }: Deps, run: Run, rules: CompiledRules, deadline: number): Promise<Run | undefined> {
  const readAfter = (place: { henkyaku_hi: string; id: number }) => {
    const page = db.read(selectMonthDirects(monthKey(run.year, run.month), place, [rules], { limit: CHUNK, where: isInRunById(run) }));
    page.catch(() => undefined);
    return page;
  };
  let page = readAfter({ henkyaku_hi: run.read_date, id: run.read_id });
  for (let current = run; ; ) {
    const directs = await page;
    const last = directs.at(-1);
    const more = directs.length === CHUNK && last !== undefined;
    if (more) page = readAfter(last);
    const status = more ? 'computing' : run.preview ? 'preview' : 'publishing';
    const staged = await stage(db, current, calculate(rules, directs), { status, read: directs.length, last });
    if (!more || staged?.status !== 'computing' || staged.claim !== run.claim || clock.now() > deadline) return staged;
    current = staged;
  }
}

interface Progress {
  status: RunStatus;
  /** Directs of the chunk, and the last of them. */
  read: number;
  last: { henkyaku_hi: string; id: number } | undefined;
}

async function stage(db: Database, run: Run, staged: Staged, { status, read, last }: Progress): Promise<Run | undefined> {
  const written = await db.write(
    {
      staging: stageStatements(run, staged),
      progress: sql`UPDATE calculation_runs SET status = ${status}, read_date = ${last?.henkyaku_hi ?? run.read_date},
        read_id = ${last?.id ?? run.read_id}, done = done + ${read}, changed = changed + ${staged.results.length},
        failed = failed + ${staged.issues.length}, progress_at = ${NOW}, finished_at = ${status === 'preview' ? NOW : null}
        ${status === 'preview' ? sql`, ${countsAtEnd(run)}` : sql``}
        WHERE id = ${run.id} AND ${holdsLease(calculationWork, run)}`,
      run: selectRunById(run.id),
    },
    calculationAuthor(run),
  );
  return written.run;
}

async function recomputeAndPublish(deps: Deps, run: Run, rules: CompiledRules, skipEditedRows: boolean): Promise<Run | undefined> {
  const state = await recomputeEdited(deps, run, rules);
  if (state === 'locked') return failRun(deps, run.id, 'locked');
  if (!state.upToDate && !skipEditedRows) return state.run;
  try {
    const published = state.run && (await publish(deps.db, state.run, skipEditedRows));
    if (published?.message === 'edited_meanwhile') await startFollowUp(deps, published);
    return published;
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === 'month_locked') return failRun(deps, run.id, 'locked');
    throw error;
  }
}

/** Calculates the month once more, for the directs that were edited while the points were published; adjusted ones stay as they are. */
async function startFollowUp(deps: Deps, { year, month, source, requested_by }: Run): Promise<void> {
  await startMonth(deps, { year, month, preview: false, include_adjusted: false }, { source, user_id: requested_by });
}
