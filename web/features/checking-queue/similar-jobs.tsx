import { useQueries } from '@tanstack/react-query';
import { memo } from 'react';
import { listQuery, type Row } from '../../api/client.ts';
import { formatNumber, formatPoint, useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';

const SHOWN = 3;

/** Jobs with points of the same customer and category: those of the nearest areas from this one's on, and below it. */
export function similarQueries(job: Row) {
  const { customer_id, work_category_id, tsubosuu } = job;
  const same = {
    customer_id: Number(customer_id),
    work_category_id: Number(work_category_id),
    result_design_point__empty: 0,
    limit: SHOWN + 1,
  };
  const nearest = [
    { tsubosuu__ge: Number(tsubosuu), order_by: 'tsubosuu ASC' },
    { tsubosuu__le: Number(tsubosuu), order_by: 'tsubosuu DESC' },
  ];
  return nearest.map((range) => {
    const query = { ...same, ...range };
    return { ...listQuery<Row>('directs', query), queryKey: ['directs', 'similar', query], staleTime: 60_000, meta: { silent: true } };
  });
}

/** The three most similar jobs with their points, and the minutes for a tsubo, beside those of this one. */
export const SimilarJobs = memo(function SimilarJobs({ job }: { job: Row }) {
  const { t } = useText();
  const isKnown = job.customer_id !== null && job.work_category_id !== null && typeof job.tsubosuu === 'number';
  const found = useQueries({ queries: similarQueries(job).map((query) => ({ ...query, enabled: isKnown })) });
  const others = new Map(found.flatMap(({ data }) => data?.data ?? []).map((row) => [row.id, row]));
  others.delete(job.id);
  const distance = (row: Row) => Math.abs(Number(row.tsubosuu) - Number(job.tsubosuu));
  const nearest = [...others.values()].sort((one, other) => distance(one) - distance(other)).slice(0, SHOWN);
  return (
    <section>
      <h3 className="mb-2 text-section font-semibold">{t('queue.similar')}</h3>
      {found.some(({ isLoading }) => isLoading) ? (
        <Skeleton className="h-40 w-full" />
      ) : nearest.length === 0 ? (
        <p className="text-table text-muted">{t('queue.no_similar')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table
            aria-label={t('queue.similar')}
            className="w-full text-table tabular-nums [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:text-right [&_:is(td,th):first-child]:pl-0 [&_:is(td,th):first-child]:text-left"
          >
            <thead className="text-legend text-muted">
              <tr className="border-b border-line">
                <th className="font-normal">{t('queue.job')}</th>
                <th className="font-normal">坪</th>
                <th className="font-normal">{t('queue.points')}</th>
                <th className="font-normal">{t('queue.minutes')}</th>
              </tr>
            </thead>
            <tbody>
              {[job, ...nearest].map((row) => (
                <tr key={row.id} className="border-b border-line first:font-medium">
                  <td>
                    {row.id === job.id ? t('queue.this_job') : <TextLink to={`/directs/${row.id}/view`}>{String(row.name)}</TextLink>}
                  </td>
                  <td>{formatPoint(row.tsubosuu)}</td>
                  <td>{`${formatPoint(row.result_design_point) || '–'} · ${formatPoint(row.result_check_point) || '–'}`}</td>
                  <td>{minutesOf(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
});

/** Minutes of design and check for a tsubo. */
function minutesOf({ sagyou_jikan, chekkku_jikan, tsubosuu }: Row): string {
  const area = Number(tsubosuu);
  return area > 0 ? formatNumber((Number(sagyou_jikan ?? 0) + Number(chekkku_jikan ?? 0)) / area, 1) : '–';
}
