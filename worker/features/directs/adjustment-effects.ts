import { sql } from 'drizzle-orm';
import type { Text } from '../../contracts/text.ts';
import type { Resource } from '../../crud/resource.ts';
import { ADJUSTABLE } from '../../resources/directs.ts';
import { notifyAdjusted } from '../notify/notify.ts';

const NOT_ADJUSTED: Text = {
  vi: 'Điểm sửa ở đây không phải là điều chỉnh tay: lần tính điểm tới sẽ thay bằng điểm theo quy tắc. Muốn giữ, hãy sửa ở màn hình Điều chỉnh tay',
  en: 'Points edited here are no manual adjustment: the next calculation replaces them by those of the rules. To keep them, edit them under Manual adjustments',
};

/**
 * Tells the people of jobs whose result points are adjusted by hand, on either view of the jobs. Whoever changes points of a job that is not adjusted
 * is warned that the next calculation takes them back.
 */
export const adjustmentEffects: NonNullable<Resource['updateEffects']> = ({ rows, updated, actor }, { requestId, lang, warnings }) => {
  const changed = rows.filter(({ columns }) => ADJUSTABLE.some((name) => columns[name] !== undefined));
  const isAdjusted = ({ before, columns }: (typeof rows)[number]) =>
    (columns.is_updated ?? before?.is_updated) === 1 || before?.is_updated === 1;
  const warning = NOT_ADJUSTED[lang];
  if (changed.some((row) => !isAdjusted(row)) && !warnings.includes(warning)) warnings.push(warning);
  const ids = changed.filter(isAdjusted).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const isUpdated = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND id IN (${updated})`;
  return { statements: [notifyAdjusted(isUpdated, requestId, actor.id)] };
};
