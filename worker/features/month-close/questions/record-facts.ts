import { type SQL, sql } from 'drizzle-orm';
import { inMonth } from '../../../platform/db/date-ranges.ts';

export type QuestionTable = 'directs' | 'mistakes' | 'indirects' | 'pro';

/** What a question keeps of its record, so that it can still be read when the record is gone: JSON of a row of alias r. */
export function selectRecordFacts(table: QuestionTable): SQL {
  switch (table) {
    case 'directs':
      return sql`json_object('title', r.name, 'bukkenmei', r.bukkenmei, 'henkyaku_hi', r.henkyaku_hi, 'tsubosuu', r.tsubosuu,
        'result_design_point', r.result_design_point, 'result_check_point', r.result_check_point)`;
    case 'mistakes':
      return sql`json_object('title', r.mistake, 'rate_at', r.rate_at, 'link_case', r.link_case, 'detect_by', r.detect_by, 'point', r.point)`;
    case 'indirects':
      return sql`json_object('title', (SELECT content FROM indirect_note n WHERE n.id = r.indirect_note_id), 'rate_at', r.rate_at,
        'indirect_point_type', r.indirect_point_type, 'point', r.point)`;
    case 'pro':
      return sql`json_object('title', r.rate_at, 'rate_at', r.rate_at, 'point', (SELECT point FROM pro_point f WHERE f.id = r.pro_point_id))`;
  }
}

/** A condition on a record of alias r: it is a line of the person's month, or a job of theirs that is not returned yet. */
export function isFactOf(table: QuestionTable, month: string, user: number): SQL {
  if (table !== 'directs') return sql`r.user_id = ${user} AND ${inMonth(sql`r.rate_at`, month)}`;
  return sql`(r.user_id = ${user} OR r.chekkusha_id = ${user}) AND (r.henkyaku_hi IS NULL OR (${inMonth(sql`r.henkyaku_hi`, month)}))`;
}
