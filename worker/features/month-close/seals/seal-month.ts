import { type SQL, sql } from 'drizzle-orm';
import type { SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import type { MovedFigure, NoticeKind } from '../../../contracts/calls/notices.ts';
import { SUMMED } from '../../../contracts/calls/totals.ts';
import type { Clock } from '../../../platform/clock.ts';
import { NOW } from '../../../platform/db/client.ts';
import { DatabaseError } from '../../../platform/db/database-error.ts';
import type { Reader } from '../../../platform/db/pieces.ts';
import { type Query, query, type ResultsOf } from '../../../platform/db/query.ts';
import { asJson, readFirst } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { toOfficeTime } from '../../../platform/text/office-time.ts';
import { canonicalJson, finishDocument } from './canonical.ts';
import { type MonthFacts, type Read, selectMonthFigures, selectProof } from './month-facts.ts';
import { hasMoved, selectSealState, wasWrittenSince } from './seal-state.ts';
import { type LockOrder, relockStatements, writeStatements } from './write-seal.ts';

export interface SealStore {
  read: Read;
  /** One atomic batch. */
  write: Read;
  clock: Clock;
}

export interface SealOrder extends LockOrder {
  /** What the review leaves open, from the month's totals. */
  review?: Query<(reader: Reader, totals: readonly SealedTotal[]) => Promise<unknown>>;
  /** Only while its short unlock is to end then. */
  until?: string;
}

/** Attempts while others may write, and with the month closed to them: then only another month's seal can be in between. */
const OPEN_ATTEMPTS = 2;
const CLOSED_ATTEMPTS = 6;
/** A month stays closed to writers for this long when whoever was locking it is gone. */
const CLOSING_MS = 20_000;

/** Everything a seal is computed from, in one round trip. */
export function selectSealFacts({ month, review }: SealOrder) {
  const opened = sql`SELECT document FROM month_seals WHERE id = (SELECT MAX(id) FROM month_seals WHERE month = ${month})
    AND EXISTS (SELECT 1 FROM month_locks WHERE month = ${month} AND open_until IS NOT NULL)`;
  const before = query(opened, readFirst({ document: asJson<SealDocument>() }));
  return { state: selectSealState(month), before, figures: selectMonthFigures(month), proof: selectProof(month), review };
}
type SealFacts = ResultsOf<ReturnType<typeof selectSealFacts>>;

/**
 * Locks a month and seals it in one transaction: reads, computes, and writes if nothing has moved since; otherwise again, at last with the month
 * closed to writers. A short unlock that changed nothing ends under the seal before it. Answers the time of the lock, null when the month is locked
 * already. Throws 503 when it keeps moving.
 */
export async function sealMonth(store: SealStore, order: SealOrder, first?: SealFacts): Promise<string | null> {
  const { month, until } = order;
  if (until ?? first?.state.open_until) {
    const opened = sql`SELECT history_id FROM month_lock_events WHERE month = ${month} AND status = 0 AND id >
      ifnull((SELECT MAX(id) FROM month_lock_events WHERE month = ${month} AND status = 1), 0) ORDER BY id LIMIT 1`;
    const isDue = until === undefined ? sql`1` : sql`open_until = ${until}`;
    const at = await relock(store, order, sql`${isDue} AND NOT ${wasWrittenSince(month, sql`ifnull((${opened}), 0)`)}`);
    if (at !== null) return at;
  }
  let facts = first ?? (await store.read(selectSealFacts(order)));
  try {
    for (let attempt = 1; ; attempt++) {
      const { state } = facts;
      if (state.status === 1 || (until !== undefined && state.open_until !== until)) return null;
      const at = await writeSeal(store, order, facts);
      if (at !== null) return at;
      if (attempt >= OPEN_ATTEMPTS + CLOSED_ATTEMPTS) throw new AppError('month_moving', { month }, { retryAfter: 5 });
      if (attempt >= OPEN_ATTEMPTS) await closeToWriters(store, month);
      facts = await store.read(selectSealFacts(order));
    }
  } catch (error) {
    await openToWriters(store, month).catch(() => undefined);
    throw error;
  }
}

/** The time of the seal; null where something has moved since the facts were read. */
async function writeSeal(store: SealStore, order: SealOrder, facts: SealFacts): Promise<string | null> {
  const { month } = order;
  const { state } = facts;
  const reader = { readMore: store.read };
  const figures = await facts.figures(reader);
  const proof = await facts.proof(reader);
  const openPoints = facts.review ? await facts.review(reader, figures.totals) : null;
  const { before } = facts;
  const isUnchanged = sql`NOT ${hasMoved(month, state)}`;
  if (before && hasSameContent(before.document, { ...figures, ...proof })) return relock(store, order, isUnchanged);
  const at = store.clock.time();
  const sealed = await finishDocument({
    format: 1,
    month,
    version: state.version + 1,
    sealed_at: at,
    sealed_by: order.by,
    previous_sha256: state.previous_sha256,
    ...figures,
    ...proof,
  });
  try {
    const told = before ? [tellCorrected(before.document, sealed.document)] : [];
    await store.write([...writeStatements(order, state, sealed, { at, openPoints, isUnchanged }), ...told]);
    return at;
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === 'dangling') return null;
    throw error;
  }
}

/** The time of a lock under the seal that the month had before its short unlock; null where that does not hold any more. */
async function relock({ write, clock }: SealStore, order: SealOrder, isUnchanged: SQL): Promise<string | null> {
  const at = clock.time();
  const { isLocked } = await write(relockStatements(order, at, isUnchanged));
  return isLocked ? at : null;
}

/** A calculation that moved nothing is no change of a month. */
function hasSameContent(before: SealDocument, { runs: _, ...facts }: MonthFacts): boolean {
  const same = Object.keys(facts).map((key) => [key, before[key as keyof typeof facts]]);
  return canonicalJson(Object.fromEntries(same)) === canonicalJson(facts);
}

/** Makes the triggers refuse writes into the month, and to what its figures follow from, though it is not locked yet. */
async function closeToWriters({ write, clock }: SealStore, month: string): Promise<void> {
  const until = toOfficeTime(clock.now() + CLOSING_MS);
  await write(
    sql`INSERT INTO month_locks (month, status, at, closing_until) VALUES (${month}, 0, ${clock.time()}, ${until})
      ON CONFLICT (month) DO UPDATE SET closing_until = excluded.closing_until WHERE seal_id IS NULL`,
  );
}

async function openToWriters({ write }: SealStore, month: string): Promise<void> {
  await write(sql`UPDATE month_locks SET closing_until = NULL WHERE month = ${month} AND closing_until IS NOT NULL`);
}

const KIND: NoticeKind = 'month_corrected';

/** Tells each person whose figures differ between two seals of a month what moved, in the transaction of the second. */
function tellCorrected(before: SealDocument, after: SealDocument): SQL {
  const earlier = new Map(before.totals.map((row) => [row.user_id, row]));
  const later = new Map(after.totals.map((row) => [row.user_id, row]));
  const told = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((user) => {
    const [from, to] = [earlier.get(user), later.get(user)];
    const moved = ([...SUMMED, 'pro_index'] as const)
      .map((key): MovedFigure => [key, from?.[key] ?? null, to?.[key] ?? null])
      .filter(([, was, is]) => was !== is);
    return moved.length === 0 ? [] : [[user, JSON.stringify({ month: after.month, moved: JSON.stringify(moved) })]];
  });
  return sql`INSERT INTO notices (user_id, event, kind, params, at)
    SELECT u.id, ${`${KIND}:${after.month}:${after.version}`}, ${KIND}, j.value ->> 1, ${NOW} FROM json_each(${JSON.stringify(told)}) j
    JOIN users u ON u.id = j.value ->> 0 AND u.active = 1 WHERE true ON CONFLICT DO NOTHING`;
}
