import { ref } from '../fields.ts';
import { DEPARTMENT } from '../labels.ts';

/** Rows of a part that are listed; its total counts all. */
export const MAX_DUE_ROWS = 50;

/**
 * The parts of the jobs without a return date; a job is in the first that fits:
 * `returned` has a day of a returned correction (`teisei_henkyaku_hi`), `no_date` has no wished day (`kibou_nouki`), `late` was wished
 * before today, `today` for today, `week` within the seven days after it, `later` after those.
 */
export const DUE_PARTS = {
  late: { vi: 'Quá hạn', en: 'Late' },
  today: { vi: 'Hạn hôm nay', en: 'Due today' },
  week: { vi: 'Hạn trong 7 ngày tới', en: 'Due in the next 7 days' },
  returned: { vi: 'Bản sửa bị trả lại', en: 'Returned corrections' },
  later: { vi: 'Hạn sau đó', en: 'Due later' },
  no_date: { vi: 'Chưa có hạn', en: 'No desired deadline' },
} as const;
export type DuePart = keyof typeof DUE_PARTS;

const DESIGNER = { vi: 'Người thiết kế', en: 'Designer' };

/** Office days from the day after the wished one until today. */
export const DAYS_LATE = { vi: 'Trễ (ngày làm việc)', en: 'Late (office days)' };

export const DUE_PARAMS = { dept_id: ref(DEPARTMENT, 'departments'), user_id: ref(DESIGNER, 'users') };
