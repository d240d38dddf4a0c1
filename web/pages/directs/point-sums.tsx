import { useQuery } from '@tanstack/react-query';
import type { DirectPoints } from '#contracts/calls/direct-points.ts';
import { api } from '../../api/client.ts';
import { useListState } from '../../crud/list/list-state.ts';
import { formatNumber, formatPoint } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';

/** The result points of all rows that the filters in the address leave; of a person's jobs their share. Nothing while no filter is set. */
export function PointSums() {
  const { t } = useText();
  const { state } = useListState();
  const filtered = Object.keys(state.filters).length > 0;
  const { data } = useQuery({
    // Below 'directs', so that a change of a direct has it read again.
    queryKey: ['directs', 'points', state.filters],
    queryFn: ({ signal }) => api.get<DirectPoints>('directs/points', { query: state.filters, signal }),
    enabled: filtered,
    // The list itself shows a refused filter.
    meta: { silent: true },
  });
  if (!filtered || !data || data.directs === 0) return null;
  return (
    <p role="status" className="text-table tabular-nums">
      {t(state.filters.person_id ? 'direct.points_of_person' : 'direct.points_of_rows', {
        n: formatNumber(data.directs),
        design: formatPoint(data.design_points),
        check: formatPoint(data.check_points),
      })}{' '}
      <strong className="font-semibold">{formatPoint(data.total)}</strong>
    </p>
  );
}
