import { CHECK_STATE, CHECKED_WORDS } from '#contracts/labels.ts';
import { type FilterLabel, SelectFilter } from '../../crud/filters/filters.tsx';
import { useText } from '../../i18n/index.ts';

/** The chip of the filter by the check mark. */
export const CHECKED_LABEL: FilterLabel = { name: 'is_checked', label: CHECK_STATE, valueLabels: CHECKED_WORDS };

/** Records that are checked, that are not, or both. */
export function CheckedFilter() {
  const { lang } = useText();
  const options = (['0', '1'] as const).map((value) => ({ value, label: CHECKED_WORDS[value][lang] }));
  return <SelectFilter name="is_checked" label={CHECK_STATE} options={options} className="lg:w-36" />;
}
