import { UPDATED_FROM, UPDATED_TO } from '#contracts/labels.ts';
import type { Text } from '#contracts/text.ts';
import { useRefOption } from '../../crud/pickers/ref-options.ts';
import { formatDate, useText } from '../../i18n/index.ts';

interface FilterWordsProps {
  filters: Readonly<Record<string, string | undefined>>;
  /** The department that one sees alone. */
  own: string | undefined;
}

/** The filters of the dashboard in words, for paper. In a chunk of its own: to name a record needs every entity's contract. */
export function FilterWords({ filters, own }: FilterWordsProps) {
  const { lang } = useText();
  const department = useRefOption('departments', Number(filters.dept_id) || null);
  const group = useRefOption('department_groups', Number(filters.dept_grp_id) || null);
  const day = (label: Text, date: string | undefined) => date && `${label[lang]}: ${formatDate(date)}`;
  return [department?.label ?? own, group?.label, day(UPDATED_FROM, filters.updated_at__ge), day(UPDATED_TO, filters.updated_at__le)]
    .filter(Boolean)
    .join(' · ');
}
