import { SEAL_FINDINGS, SYSTEM_CHECKS, SYSTEM_LIMITS, type SystemCheckName } from '../../contracts/calls/system.ts';
import { fillText, type Text } from '../../contracts/text.ts';
import type { ResultsOf } from '../../platform/db/query.ts';
import { fromOfficeTime } from '../../platform/text/office-time.ts';
import type { selectFacts } from './facts.ts';

export type Facts = ResultsOf<ReturnType<typeof selectFacts>>;

export interface Check {
  name: SystemCheckName;
  state: 'ok' | 'alert' | 'none';
  at: string | null;
  age_minutes: number | null;
  value: number | null;
  outcome: string | null;
  /** In both languages, or as a program says it. */
  message: Text | string | null;
}

/** Judges every check of the system page by what was read. Pure; `now` is epoch milliseconds, `planRowsRead` what a month may read. */
export function judgeChecks(facts: Facts, now: number, planRowsRead: number | undefined): Check[] {
  const beats = new Map(facts.heartbeats);
  const installedAt = beats.get('schedule')?.first_at ?? null;
  const age = (at: string | null) => (at === null ? null : Math.max(0, Math.floor((now - fromOfficeTime(at)) / 60_000)));

  /** Something that must have gone well within so many minutes; what never did counts from `from`. */
  const recent = (at: string | null, from: string | null, limit: number, more: Partial<Check> & { hasFailed?: boolean } = {}) => {
    const { hasFailed = false, ...rest } = more;
    const waited = age(at ?? from);
    const state = hasFailed || (waited !== null && waited > limit) ? 'alert' : at === null ? 'none' : 'ok';
    return { state, at, age_minutes: age(at), ...rest } as const;
  };
  const figure = (value: number | null, limit: number) =>
    ({ state: value === null ? 'none' : value > limit ? 'alert' : 'ok', value }) as const;

  const ofPlan = (share: number) => figure(planRowsRead === undefined ? null : facts.usage.rows_read, (planRowsRead ?? 0) * share);

  const nightly = beats.get('nightly_run');
  // Runs of a nightly calculation before the first that was noted here came with the data.
  const nightlyOutcome = nightly?.ok_at ? facts.nightlyOutcome : null;
  const backup = beats.get('backup');
  const backupFailed = backup?.failed_at != null && backup.failed_at > (backup.ok_at ?? '');
  const checks: Record<SystemCheckName, Partial<Check> & Pick<Check, 'state'>> = {
    schedule: recent(beats.get('schedule')?.ok_at ?? null, null, SYSTEM_LIMITS.schedule_minutes),
    queue: recent(beats.get('queue_heartbeat')?.ok_at ?? null, installedAt, SYSTEM_LIMITS.schedule_minutes),
    dead_jobs: figure(facts.dead, 0),
    crawl: recent(facts.crawl.done_at, facts.crawl.first_at, SYSTEM_LIMITS.crawl_minutes, { outcome: facts.crawl.outcome }),
    nightly_run: recent(nightly?.ok_at ?? null, installedAt, SYSTEM_LIMITS.nightly_minutes, {
      outcome: nightlyOutcome,
      hasFailed: nightlyOutcome === 'failed',
    }),
    backup: recent(backup?.ok_at ?? null, installedAt, SYSTEM_LIMITS.nightly_minutes, {
      hasFailed: backupFailed,
      outcome: backupFailed ? 'failed' : backup?.ok_at ? 'done' : null,
      message: backupFailed ? (backup?.message ?? null) : null,
    }),
    restore_drill: recent(facts.drill?.finished_at ?? null, installedAt, SYSTEM_LIMITS.drill_minutes, {
      outcome: facts.drill?.outcome ?? null,
      message: facts.drill?.message ?? null,
      hasFailed: facts.drill?.outcome === 'failed',
    }),
    // Once there are seals, a night without a comparison is told as well.
    seals: recent(facts.seals.at, null, SYSTEM_LIMITS.nightly_minutes, {
      hasFailed: facts.seals.differing > 0,
      message: facts.seals.differing > 0 ? describeSeals(facts.seals.months) : null,
    }),
    database_size: figure(facts.bytes, SYSTEM_LIMITS.database_bytes),
    plan_rows: ofPlan(SYSTEM_LIMITS.plan_share),
    plan_rows_nearly: ofPlan(SYSTEM_LIMITS.plan_share_nearly),
    errors: figure(facts.errors, SYSTEM_LIMITS.errors_a_day),
    slow_calls: figure(facts.slowestMs, SYSTEM_LIMITS.slowest_ms),
    shared_names: figure(facts.sharedNames, 0),
  };
  const blank = { at: null, age_minutes: null, value: null, outcome: null, message: null };
  return (Object.keys(SYSTEM_CHECKS) as SystemCheckName[]).map((name) => ({ name, ...blank, ...checks[name] }));
}

/** The months that differ; where there are none it is the locks. */
function describeSeals(months: readonly string[]): Text {
  return months.length > 0 ? fillText(SEAL_FINDINGS.months, { months: months.join(', ') }) : SEAL_FINDINGS.locks;
}
