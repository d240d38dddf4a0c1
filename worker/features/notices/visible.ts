import { type SQL, sql } from 'drizzle-orm';
import { NOTICES, type NoticeKind } from '../../contracts/calls/notices.ts';
import { isGranted } from '../../contracts/roles.ts';
import type { Actor } from '../../platform/caller.ts';
import { isQuestionReadable } from '../month-close/questions/list.ts';

const KINDS = Object.keys(NOTICES) as NoticeKind[];

/** SQL over a notice of alias n: whether the person may open by now what it is about. */
export function isNoticeVisible(person: Actor): SQL {
  const kinds = KINDS.filter((kind) => isGranted(person.roles, NOTICES[kind].access));
  const question = sql`json_extract(n.params, '$.question_id')`;
  return sql`(n.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
    AND (${question} IS NULL OR EXISTS (SELECT 1 FROM questions q WHERE q.id = ${question} AND ${isQuestionReadable(person)})))`;
}
