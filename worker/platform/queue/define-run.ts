import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { ACTIVE_WORK_STATUSES } from '../../contracts/calls/run-status.ts';
import type { Lang, Text } from '../../contracts/text.ts';
import { failStatement } from './run.ts';
import type { FailReason, QueuedWork } from './run-kind.ts';

type Usual = 'activeStatuses' | 'progressColumn' | 'owner' | 'keepReason' | 'fail';

/** A kind of queued work, with what most kinds have in common where it says nothing else. */
export function defineRun<T extends SQLiteTable>(kind: Omit<QueuedWork<T>, Usual> & Partial<Pick<QueuedWork<T>, Usual>>): QueuedWork<T> {
  const work: QueuedWork<T> = {
    activeStatuses: ACTIVE_WORK_STATUSES,
    progressColumn: 'progress_at',
    owner: sql`r.requested_by`,
    keepReason: (reason) => reason,
    fail: async ({ db, clock }, id, reason) => {
      const which = sql`id = ${id}`;
      const failing = failStatement(work, which, work.keepReason(reason), clock);
      await db.write({ failing, after: work.afterEnd?.(which) }, { user_id: null, source: work.source });
    },
    ...kind,
  };
  return work;
}

/** Why a run failed, in the words of its kind where it has some. */
export function failureOf({ failures }: Pick<QueuedWork, 'failures'>, reason: FailReason): Text {
  return failures?.[reason] ?? FAILURES[reason];
}

/** The same of what a run keeps; what is no reason is answered as it is. */
export function wordFailure(work: Pick<QueuedWork, 'failures'>, message: string | null, lang: Lang): string | null {
  return message !== null && message in FAILURES ? failureOf(work, message as FailReason)[lang] : message;
}

const FAILURES: Readonly<Record<FailReason, Text>> = {
  stalled: {
    vi: 'Không có tiến triển trong 10 phút nên đã dừng; hãy chạy lại',
    en: 'It made no progress for 10 minutes and was stopped; start it again',
  },
  broken: {
    vi: 'Gặp lỗi nhiều lần nên đã dừng; hãy chạy lại, nếu vẫn lỗi hãy báo quản trị viên',
    en: 'It failed several times and was stopped; start it again, and tell an administrator if it stays',
  },
  not_queued: { vi: 'Không đưa được vào hàng đợi; hãy chạy lại', en: 'It could not be put on the queue; start it again' },
  files_missing: {
    vi: 'Bộ quy tắc của lần chạy này không còn trong kho tệp nên đã dừng; hãy chạy lại',
    en: 'The rules of this run are no longer among the files, so it was stopped; start it again',
  },
  no_right: {
    vi: 'Người yêu cầu không còn quyền này nên đã dừng',
    en: 'Whoever asked for it has no right to it any more, so it was stopped',
  },
};
