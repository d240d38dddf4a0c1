import type { Operation } from '#contracts/calls/answers/operations.ts';
import { META_LABELS } from '#contracts/contract.ts';
import { type Lang, lowerFirstLetter } from '#contracts/text.ts';
import { formatDateTime, formatNumber, formatTitle } from '../../i18n/format.ts';
import type { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { RECORDED } from '../history/recorded.ts';

type Translate = ReturnType<typeof useText>['t'];
type What = Pick<Operation, 'at' | 'source' | 'entity' | 'counts'>;

/** Fields that are named of changed records; of the others their number. */
const MAX_FIELDS = 3;

const recordedOf = (name: string | null) => (name === null ? undefined : RECORDED[name.replaceAll('-', '_')]);

/** 'tạo 3, sửa 10 công việc': what was written of what; of an undo what it undoes. */
function nameWrites({ source, entity, counts, undoes }: What & Pick<Partial<Operation>, 'undoes'>, t: Translate, lang: Lang): string {
  if (undoes) return t('history.undo_of', { name: nameOperation(undoes, t, lang) });
  if (source === 'undo') return t('history.an_undo');
  const parts = (['created', 'updated', 'deleted'] as const).filter((key) => counts[key] > 0);
  const what = lowerFirstLetter(recordedOf(entity)?.label[lang] ?? entity ?? '');
  return `${parts.map((key) => t(`history.${key}`, { n: formatNumber(counts[key]) })).join(', ')} ${what}`.trim();
}

/** 'lần sửa 10 công việc lúc 10:21'. */
export function nameOperation(operation: What & Pick<Partial<Operation>, 'undoes'>, t: Translate, lang: Lang): string {
  return t('history.operation_name', { what: nameWrites(operation, t, lang), time: nameTime(operation.at) });
}

/** The time of day, of another day with the day. */
export function nameTime(at: string): string {
  const [day, time] = formatDateTime(at).split(' ') as [string, string];
  return at.startsWith(officeToday()) ? time : `${time} ${day}`;
}

/** 'Sửa 10 công việc: Ghi chú, Hạng'; of what wrote nothing yet, what it is of. */
export function summarizeOperation(operation: Operation, t: Translate, lang: Lang): string {
  const { entity, fields: changed, cleared } = operation;
  const writes = nameWrites(operation, t, lang);
  const fields = recordedOf(entity)?.fields;
  const labels = changed.flatMap((name) => {
    const label = (fields?.[name]?.label ?? META_LABELS[name])?.[lang];
    if (label === undefined) return [];
    return [fields?.[name]?.kind === 'flag' && cleared.includes(name) ? t('history.flag_off', { field: label }) : label];
  });
  const more = labels.length - MAX_FIELDS;
  const named = [...labels.slice(0, MAX_FIELDS), ...(more > 0 ? [`+${more}`] : [])].join(', ');
  const text = writes.charAt(0).toUpperCase() + writes.slice(1);
  return named && !operation.undoes ? `${text}: ${named}` : text;
}

/** The first records of an operation by what they were called, and how many more there are. */
export function nameRecords({ records, counts }: Pick<Operation, 'records' | 'counts'>) {
  const named = records.map(({ id, title }) => ({ id, name: title ? formatTitle(title) : `#${id}` }));
  return { named, more: Math.max(0, counts.created + counts.updated + counts.deleted - named.length) };
}
