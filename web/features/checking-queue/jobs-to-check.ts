import { monthRange } from '#contracts/months.ts';
import { officeToday } from '../../i18n/index.ts';

/** The filters of the queue where its address names none: the jobs of this month that nobody has checked. */
export const jobsToCheck = () => ({ ...monthRange(officeToday()), is_checked: '0' });
