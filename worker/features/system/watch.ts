import { type SQL, sql } from 'drizzle-orm';
import type { NoticeKind } from '../../contracts/calls/notices.ts';
import type { SystemCheckName } from '../../contracts/calls/system.ts';
import { NOW, SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { ADMINS, endNotices, notify } from '../notify/notify.ts';
import { judgeChecks } from './checks.ts';
import { selectFacts } from './facts.ts';

/** Alerts with a sentence of their own. */
const OWN_NOTICES: Partial<Record<SystemCheckName, NoticeKind>> = {
  crawl: 'crawl_silent',
  backup: 'backup_old',
  dead_jobs: 'job_dead',
  seals: 'seal_differs',
};

/**
 * Tells Admins once of each check that is beyond its limit, and once when it is mended, which also ends the notice of it. One round trip when
 * nothing has changed; the open alerts lie in the database, so that several workers tell an alert once.
 */
export async function watchSystem(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const facts = await deps.db.read(selectFacts(now));
  const open = new Map(facts.alerts.map((alert) => [alert.check, alert]));
  const checks = judgeChecks(facts, now, deps.settings.planRowsRead);
  const statements = checks.flatMap(({ name, state }): SQL[] => {
    const alert = open.get(name);
    if (state === 'alert' && !alert) return openAlert(name);
    return state !== 'alert' && alert ? mendAlert(name, alert.id) : [];
  });
  if (statements.length > 0) await deps.db.write(statements, SCRIPT_AUTHOR);
}

function openAlert(name: SystemCheckName): SQL[] {
  const id = sql`(SELECT id FROM system_alerts WHERE "check" = ${name} AND mended_at IS NULL)`;
  return [
    sql`INSERT OR IGNORE INTO system_alerts ("check", opened_at) VALUES (${name}, ${NOW})`,
    notify({ kind: OWN_NOTICES[name] ?? 'system_alert', event: sql`'alert:' || ${id}`, people: ADMINS, params: { check: name } }),
  ];
}

function mendAlert(name: SystemCheckName, id: number): SQL[] {
  return [
    sql`UPDATE system_alerts SET mended_at = ${NOW} WHERE id = ${id} AND mended_at IS NULL`,
    endNotices(`alert:${id}`),
    notify({ kind: 'system_mended', event: `mended:${id}`, people: ADMINS, params: { check: name } }),
  ];
}
