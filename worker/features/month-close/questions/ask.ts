import { sql } from 'drizzle-orm';
import type { Question } from '../../../contracts/calls/answers/questions.ts';
import type { questionCalls } from '../../../contracts/calls/declared/questions.ts';
import { QUESTION_FIELDS, QUESTION_RECORDS } from '../../../contracts/calls/questions.ts';
import { monthKey } from '../../../contracts/months.ts';
import { findImageNames, IMAGE_PATH } from '../../../contracts/rich-text.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Actor } from '../../../platform/caller.ts';
import { isUploadedBy } from '../../../platform/db/image-uploads.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asNumber, asText, hasRows, readFirst } from '../../../platform/db/typed-rows.ts';
import { type CallValues, invalidField } from '../../../platform/parse-call.ts';
import { notify, selectOffice } from '../../notify/notify.ts';
import { prepareSend } from '../../notify/send-limit.ts';
import { requireBegunMonth } from '../statements/month.ts';
import { isFactOf, selectRecordFacts } from './record-facts.ts';
import { readQuestion } from './thread.ts';

/** The question that this transaction has just added. */
const NEW_QUESTION = sql`(SELECT seq FROM sqlite_sequence WHERE name = 'questions')`;

/** `POST /questions`: asks about a line, a missing job or the total of one's own month; the office is told in the same transaction. 429 beyond 30 an hour. */
export async function askQuestion({ caller, grant, values: asked }: CallInput<typeof questionCalls.ask>): Promise<Question> {
  const hasRecord = asked.kind in QUESTION_RECORDS;
  if (hasRecord && !asked.record_id) throw invalidField(QUESTION_FIELDS, 'record_id', 'required', caller.lang);
  if (asked.picture && !IMAGE_PATH.test(asked.picture)) throw invalidField(QUESTION_FIELDS, 'picture', 'invalid', caller.lang);
  requireBegunMonth(asked, QUESTION_FIELDS, caller);
  const values = { ...asked, record_id: hasRecord ? asked.record_id! : null };
  const month = monthKey(values.year, values.month);
  const pictures = findImageNames(asked.picture ?? '');
  const { actor, results } = await caller.read(grant, (actor) => ({
    record: ownRecord(values, month, actor),
    // A picture is shown to everybody who reads the question: only the asker's own may be, not whatever path somebody has seen.
    foreign: pictures.map((name) => query(sql`SELECT 1 WHERE NOT ${isUploadedBy(sql`${name}`, actor.id)}`, hasRows)),
  }));
  const { record, foreign } = results;
  if (values.record_id !== null && !record) throw invalidField(QUESTION_FIELDS, 'record_id', 'exists', caller.lang);
  if (foreign.includes(true)) throw invalidField(QUESTION_FIELDS, 'picture', 'own_images', caller.lang);
  const send = await prepareSend(caller.clock, actor.id);
  const { refusal, written } = await caller.write({
    refusal: send.refusal,
    written: query(
      sql`INSERT INTO questions (user_id, dept_id, month, kind, record_id, text, expected_point, picture, record, created_at)
      SELECT ${actor.id}, ${actor.department_id}, ${month}, ${values.kind}, ${values.record_id}, ${values.text}, ${values.expected_point ?? null},
        ${values.picture ?? null}, ${record?.facts ?? null}, ${caller.clock.time()} WHERE ${send.hasRoom} RETURNING id`,
      readFirst({ id: asNumber }),
    ),
    notice: notify({
      kind: 'question_asked',
      event: sql`'question_asked:' || ${NEW_QUESTION}`,
      people: sql`SELECT id FROM (${selectOffice(actor.department_id)}) WHERE id <> ${actor.id} AND changes() = 1`,
      params: sql`json_object('question_id', ${NEW_QUESTION}, 'name', ${actor.name}, 'month', ${month})`,
    }),
  });
  if (refusal) throw refusal;
  return readQuestion({ caller, grant, id: written!.id });
}

/** The key facts of the record, where it is one of the asker's own lines of the month. */
function ownRecord(
  { kind, record_id }: CallValues<typeof QUESTION_FIELDS> & { record_id: number | null },
  month: string,
  actor: Actor,
): Query<{ facts: string } | undefined> {
  if (record_id === null) return query({}, () => undefined);
  const table = QUESTION_RECORDS[kind as keyof typeof QUESTION_RECORDS];
  const facts = sql`SELECT ${selectRecordFacts(table)} AS facts FROM ${sql.identifier(table)} r WHERE r.id = ${record_id} AND ${isFactOf(table, month, actor.id)}`;
  return query(facts, readFirst({ facts: asText }));
}
