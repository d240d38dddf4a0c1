import { useQuery } from '@tanstack/react-query';
import type { DirectPoints } from '#contracts/calls/direct-points.ts';
import { api } from '../../api/client.ts';
import { formatPoint } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';

/** The result points of all rows that the filters leave, as the totals count them; of a person's jobs their share. Nothing while no filter is set. */
export function PointSums({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { t } = useText();
  const filtered = Object.keys(filters).length > 0;
  const { data } = useQuery({
    // Below 'directs', so that a change of a direct has it read again.
    queryKey: ['directs', 'points', filters],
    queryFn: ({ signal }) => api.get<DirectPoints>('directs/points', { query: filters, signal }),
    enabled: filtered,
    // The list itself shows a refused filter.
    meta: { silent: true },
  });
  if (!filtered || !data || data.directs === 0) return null;
  return (
    <p role="status" className="text-legend text-muted tabular-nums">
      {t(filters.person_id ? 'direct.points_of_person' : 'direct.points_of_rows', {
        design: formatPoint(data.design_points),
        check: formatPoint(data.check_points),
      })}{' '}
      <strong className="font-semibold text-text">{formatPoint(data.total)}</strong>
      {data.unassigned !== 0 && ` · ${t('direct.points_unassigned', { n: formatPoint(data.unassigned) })}`}
    </p>
  );
}
