import { type SQL, sql } from 'drizzle-orm';
import type { Text } from '../../contracts/text.ts';
import { NOW } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asText, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { PieceSize } from '../../platform/queue/piece-size.ts';
import { type ImportModules, importableOf, importMessage, joinTexts } from './importable.ts';
import { type Ending, holdsImport, importAuthor, importRequest, type Job } from './work.ts';

/** Records that an end names one by one. */
const MAX_NAMED = 20;

/**
 * Takes back what an import wrote, newest first, and ends it as it was going to end. What others changed since stays and is named. Goes on where an
 * earlier message stood; 'unfinished' when it is past `deadline`.
 */
export async function takeBackImport(
  deps: Deps,
  job: Job,
  deadline: number,
  { takeBack, sizes }: ImportModules,
): Promise<'ended' | 'unfinished'> {
  const { id, requested_by: userId } = job;
  const ending = JSON.parse(job.ending!) as Ending;
  const requestId = importRequest(id);
  const withdrawal = { requestId, undoRequestId: `${requestId}-undo`, userId, allowed: holdsImport(job) };
  const pieces = new PieceSize(deps.clock, sizes.undone, { rows: ending.rows });
  const noteProgress = (at: SQL) =>
    sql`UPDATE imports SET ending = json_set(ending, ${at}), progress_at = ${NOW} WHERE id = ${id} AND ${holdsImport(job)}`;
  for (let { below } = ending; ; ) {
    const next = await pieces.attempt((size) =>
      takeBack(deps, { ...withdrawal, below, size }, (cursor) => [noteProgress(sql`'$.below', ${cursor}, '$.rows', ${size}`)]),
    );
    if (next === undefined) break;
    if (next === 'too_long') await deps.db.write(noteProgress(sql`'$.rows', ${pieces.rows}`), importAuthor(job));
    if (next === 'too_long' || deps.clock.now() >= deadline) return 'unfinished';
    below = next;
  }
  await endTakenBack(deps, job, ending, withdrawal.undoRequestId);
  return 'ended';
}

async function endTakenBack({ db }: Deps, job: Job, { status, message }: Ending, undoRequest: string): Promise<void> {
  const { table } = importableOf(job.entity).resource;
  const kept = await db.read(selectKept(importRequest(job.id), undoRequest));
  const own = kept.filter(({ entity }) => entity === table);
  const made = own.filter(({ action }) => action === 'insert').length;
  await db.write(
    [
      sql`UPDATE imports SET status = ${status}, inserted = ${made}, updated = ${own.length - made}, message = ${JSON.stringify(withKept(message, kept))},
        claim = NULL, progress_at = ${NOW}, finished_at = ${NOW} WHERE id = ${job.id} AND ${holdsImport(job)}`,
      // An undo that wrote nothing leaves its operation to be undone later.
      sql`UPDATE operations SET released = 1 WHERE request_id = ${undoRequest} AND created + updated + deleted = 0`,
    ],
    { user_id: null, source: 'import' },
  );
}

/** The records that a request wrote, that are there still and that its undo left alone. */
function selectKept(request: string, undoRequest: string) {
  const ofRecord = (alias: string) => sql.raw(`${alias}.entity = h.entity AND ${alias}.record_id = h.record_id`);
  return query(
    sql`SELECT entity, record_id AS id, action FROM (SELECT h.entity, h.record_id, h.action, MIN(h.id) FROM history h
        WHERE h.request_id = ${request} AND NOT EXISTS (SELECT 1 FROM history u WHERE ${ofRecord('u')} AND +u.request_id = ${undoRequest})
        GROUP BY h.entity, h.record_id) h
      WHERE (SELECT l.action FROM history l WHERE ${ofRecord('l')} ORDER BY l.id DESC LIMIT 1) <> 'delete' ORDER BY entity, record_id`,
    readRows({ entity: asText, id: asNumber, action: asText }),
  );
}

/** The message of the end, and which records stay. */
function withKept(message: Text, kept: readonly { id: number }[]): Text {
  if (kept.length === 0) return message;
  const records = kept.slice(0, MAX_NAMED).map(({ id }) => `#${id}`);
  return joinTexts([
    message,
    importMessage('kept_records', { count: kept.length, records: `${records.join(', ')}${kept.length > MAX_NAMED ? ' …' : ''}` }),
  ]);
}
