import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QuestionRow } from '#contracts/calls/answers/questions.ts';
import type { StatementLine } from '#contracts/calls/answers/statements.ts';
import type { QuestionKind } from '#contracts/calls/questions.ts';
import type { LineKind } from '#contracts/calls/statements.ts';
import type { YearMonth } from '#contracts/months.ts';
import { listQuery } from '../../../api/client.ts';

/** The kind of question about a line of each kind. */
export const QUESTION_KIND: Readonly<Record<LineKind, QuestionKind>> = {
  design: 'direct',
  check: 'direct',
  in_progress: 'direct',
  mistakes: 'mistake',
  indirects: 'indirect',
  pro: 'pro',
};

/** The newest question about each line of somebody's month. */
export interface LineQuestions {
  find: (line: StatementLine) => QuestionRow | undefined;
}

/** Page size: many more questions than anybody asks in a month. */
const MAX_QUESTIONS = 1000;

export function useLineQuestions(user: number | undefined, { year, month }: YearMonth): LineQuestions {
  const { data } = useQuery({
    ...listQuery<QuestionRow>('questions', { user_id: user, year, month, limit: MAX_QUESTIONS }),
    enabled: user !== undefined,
    meta: { silent: true },
  });
  return useMemo(() => {
    const byRecord = new Map<string, QuestionRow>();
    for (const question of data?.data ?? []) {
      const key = `${question.kind} ${question.record_id}`;
      const other = byRecord.get(key);
      if (!other || other.id < question.id) byRecord.set(key, question);
    }
    return { find: (line) => byRecord.get(`${QUESTION_KIND[line.kind]} ${line.id}`) };
  }, [data]);
}
