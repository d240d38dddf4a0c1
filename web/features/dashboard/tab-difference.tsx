import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { type ChartFilters, departmentsQuery, peopleQuery } from './chart-queries.ts';
import { formatExact, MEASURES, readMeasure, sumDepartments } from './measures.ts';

interface TabDifferenceProps {
  filters: ChartFilters;
  /** The key of the shown measure. */
  measure: string | undefined;
}

/**
 * Why both tabs have other sums: of a department, one adds up what its people did, the other what was done of its jobs. Nothing where the sums
 * are the same, as they are over all departments, or where the days of the last change filter one tab alone.
 */
export function TabDifference({ filters, measure: chosen }: TabDifferenceProps) {
  const { t, lang } = useText();
  const { may } = useSession();
  const isPart = !may(ACTIONS.see_all_departments) || Boolean(filters.dept_id || filters.dept_grp_id);
  const enabled = isPart && !filters.updated_at__ge && !filters.updated_at__le;
  const people = useQuery({ ...peopleQuery(filters), enabled });
  const departments = useQuery({ ...departmentsQuery(filters), enabled });
  if (!enabled || !people.data || !departments.data) return null;
  const measure = MEASURES.find(({ key }) => key === chosen) ?? MEASURES[0]!;
  const ofPeople = readMeasure({ id: 0, ...people.data.sum }, measure);
  const ofJobs = readMeasure({ id: 0, ...sumDepartments(departments.data) }, measure);
  const difference = formatExact(ofPeople - ofJobs, measure);
  if (difference === formatExact(0, measure)) return null;
  return (
    <p data-tab-difference className="text-legend text-muted tabular-nums">
      {t('dashboard.tab_difference', {
        measure: measure.label[lang],
        people: formatExact(ofPeople, measure),
        jobs: formatExact(ofJobs, measure),
        difference,
      })}
    </p>
  );
}
