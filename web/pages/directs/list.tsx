import { useQuery } from '@tanstack/react-query';
import { Calculator, ListTree } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { DirectPoints } from '#contracts/calls/direct-points.ts';
import { directs } from '#contracts/entities/directs.ts';
import { read } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { ImportButton } from '../../crud/imports/import-button.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { formatNumber, formatPoint } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { monthRange, officeToday } from '../../i18n/office-today.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Opened, useOpened } from '../../layout/opened.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { directRowIcon, directRowStyle } from './direct-row-style.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { DirectFilters, directFilterLabels, NEWEST_FIRST } from './filters.tsx';

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx').then((m) => m.ExplainDialog));
const CalculateDialog = lazyPart(() => import('./calculate-dialog.tsx').then((m) => m.CalculateDialog));

export function DirectList() {
  const { t } = useText();
  const { may } = useSession();
  const viewFilters = useMemo(() => monthRange(officeToday()), []);
  const calculating = useOpened<true>();
  const explained = useOpened<Row>();
  const mayCalculate = may(ACTIONS.calculate_from_directs);
  const mayActOnRows = may(grantFor(directs, 'row_actions'));
  const rowActions = useCallback(
    (row: Row) => <IconButton icon={ListTree} size="sm" label={t('direct.explain')} onClick={() => explained.set(row)} />,
    [t, explained],
  );
  return (
    <>
      <ListPage
        contract={directs}
        path="/directs"
        labels={directFilterLabels}
        viewFilters={viewFilters}
        initialOrder={NEWEST_FIRST}
        emptyHelp={t('direct.empty_help')}
        filters={<DirectFilters />}
        foot={(filters) => (
          <>
            <CrawlStatus />
            <PointSums filters={filters} />
          </>
        )}
        toolbar={
          <>
            {may(grantFor(directs, 'import')) && <ImportButton contract={directs} />}
            {mayCalculate && (
              <Button icon={Calculator} onClick={() => calculating.set(true)}>
                {t('direct.calculate')}
              </Button>
            )}
          </>
        }
        rowStyle={directRowStyle}
        rowIcon={directRowIcon}
        rowActions={mayActOnRows ? rowActions : undefined}
        selectable
        legend={<DirectsLegend />}
      />
      <Opened by={calculating}>{(_, close) => <CalculateDialog onClose={close} />}</Opened>
      <Opened by={explained}>{(direct, close) => <ExplainDialog direct={direct} onClose={close} />}</Opened>
    </>
  );
}

/** The result points of all rows that the filters leave, as the totals count them; of a person's jobs their share. Nothing while no filter is set. */
function PointSums({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { t } = useText();
  const filtered = Object.keys(filters).length > 0;
  const { data } = useQuery({
    // Below 'directs', so that a change of a direct has it read again.
    queryKey: ['directs', 'points', filters],
    ...read<DirectPoints>('directs/points', filters),
    enabled: filtered,
    // The list itself shows a refused filter.
    meta: { silent: true },
  });
  if (!filtered || !data || data.directs === 0) return null;
  const sum = (format: (point: number) => string) =>
    t(filters.person_id ? 'direct.points_of_person' : 'direct.points_of_rows', {
      design: format(data.design_points),
      check: format(data.check_points),
    });
  const exact = (point: number) => formatNumber(point, 2, 3);
  return (
    // Two places of each may not add up to those of the sum: all three are in the tooltip.
    <p role="status" className="text-legend text-muted tabular-nums" title={`${sum(exact)} ${exact(data.total)}`}>
      {sum(formatPoint)} <strong className="font-semibold text-text">{formatPoint(data.total)}</strong>
      {data.unassigned !== 0 && (
        <span title={t('direct.points_unassigned_why')}> · {t('direct.points_unassigned', { n: formatPoint(data.unassigned) })}</span>
      )}
    </p>
  );
}
