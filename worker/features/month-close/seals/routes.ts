import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { SealChange, SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import { monthSealCalls as calls } from '../../../contracts/calls/declared/month-seals.ts';
import { TOTAL_COLUMNS } from '../../../contracts/calls/totals.ts';
import { bindCall, type GrantedRecord } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { recovering } from '../../../platform/queue/run-calls.ts';
import { SEAL_LABEL } from '../../totals/totals.ts';
import { listMonthDrift } from './drift.ts';
import { listSeals, readSealDocument } from './list-seals.ts';
import { cancelReplay, getReplay, listReplays, replayWork, startReplay } from './replays.ts';

/** What locks have published, what would differ from it today, and its recomputation. */
export function monthSealRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.list, async (input) => ({ data: await listSeals(input) }));
  bindCall(app, calls.read, async (input, c) =>
    c.body(await readSealDocument(input), 200, { 'content-type': 'application/json; charset=utf-8' }),
  );
  bindCall(app, calls.listChanges, async (input) => ({ data: await listSealChanges(input) }));
  bindCall(app, calls.listDrift, async (input) => ({ data: await listMonthDrift(input) }));
  bindCall(app, calls.startReplay, async (input, c) => {
    const { run, created } = await startReplay(deps, input);
    return c.json(run, created ? 201 : 200);
  });
  bindCall(app, calls.listReplays, recovering(deps, [replayWork], listReplays));
  bindCall(app, calls.readReplay, recovering(deps, [replayWork], getReplay));
  bindCall(app, calls.cancelReplay, cancelReplay);
  return app;
}

/** `GET /month_seals/{id}/changes`: person by person, what differs from the version before; nothing for a first version. */
async function listSealChanges({ caller, grant, id }: GrantedRecord): Promise<SealChange[]> {
  const { actor, results: found } = await caller.read(grant, () =>
    query(
      sql`SELECT s.document AS after, p.document AS before FROM month_seals s
      LEFT JOIN month_seals p ON p.month = s.month AND p.version = s.version - 1 WHERE s.id = ${id}`,
      readFirst({ before: orNull(asJson<SealDocument>()), after: asJson<SealDocument>() }),
    ),
  );
  if (!found) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  if (found.before === null) return [];
  const department = visibleDepartment(actor, 'figures');
  const visibleRows = ({ totals }: SealDocument) => totals.filter((row) => department === null || row.department?.id === department);
  return changesBetween(visibleRows(found.before), visibleRows(found.after));
}

function changesBetween(before: readonly SealedTotal[], after: readonly SealedTotal[]): SealChange[] {
  const earlier = new Map(before.map((row) => [row.user_id, row]));
  const later = new Map(after.map((row) => [row.user_id, row]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((user_id) => {
    const [from, to] = [earlier.get(user_id), later.get(user_id)];
    return FIELDS.map(({ field, value }) => ({
      user_id,
      name: (to ?? from)!.name,
      field,
      before: from ? value(from) : null,
      after: to ? value(to) : null,
    })).filter(({ before, after }) => before !== after);
  });
}

const FIELDS: { field: string; value: (row: SealedTotal) => string | number | null }[] = [
  ...TOTAL_COLUMNS.filter(({ key }) => key !== 'month').map(({ key }) => ({
    field: key,
    value: (row: SealedTotal) => row[key as keyof typeof row] as string | number | null,
  })),
  { field: 'department', value: (row) => row.department?.name ?? null },
  { field: 'department_group', value: (row) => row.department_group?.name ?? null },
];
