import { useQuery } from '@tanstack/react-query';
import { Calculator, ListTree } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { DirectSums as Sums } from '#contracts/calls/answers/direct-sums.ts';
import { directs } from '#contracts/entities/directs.ts';
import { type Row, read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useListContext } from '../../crud/list/list-context.ts';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { formatNumber, formatPoint, useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { lazyPart, Opened, useOpened } from '../../layout/lazy-part.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckChosen } from '../records/check-chosen.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { directRowIcon, directRowStyle } from './direct-row-style.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { DIRECT_FILTERS, startThisMonth } from './filters.tsx';

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx').then((m) => m.ExplainDialog));
const CalculateDialog = lazyPart(() => import('./calculate-dialog.tsx').then((m) => m.CalculateDialog));

const CHOSEN = { actions: <CheckChosen /> };

export function DirectList() {
  const { t } = useText();
  const { may } = useSession();
  const start = useMemo(startThisMonth, []);
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
        start={start}
        emptyHelp={t('direct.empty_help')}
        filters={DIRECT_FILTERS}
        below={{ foot: <CrawlStatus />, sums: <DirectSums /> }}
        tools={
          <>
            <ListTools legend={<DirectsLegend />} />
            {mayCalculate && (
              <Button icon={Calculator} onClick={() => calculating.set(true)}>
                {t('route.calculate')}
              </Button>
            )}
          </>
        }
        chosen={CHOSEN}
        table={{ rowStyle: directRowStyle, rowIcon: directRowIcon, rowActions: mayActOnRows ? rowActions : undefined }}
      />
      <Opened by={calculating}>{(_, close) => <CalculateDialog onClose={close} />}</Opened>
      <Opened by={explained}>{(direct, close) => <ExplainDialog direct={direct} onClose={close} />}</Opened>
    </>
  );
}

type Format = (value: number) => string;

/**
 * The sums of all rows that the filters leave, as totals and dashboard count them; of a person's jobs their share. A figure that leads to the list
 * is found among them. Nothing while no filter is set.
 */
function DirectSums() {
  const { t } = useText();
  const { filters } = useListContext().list.state;
  const filtered = Object.keys(filters).length > 0;
  const { data } = useQuery({
    // Below 'directs', so that a change of a direct has it read again.
    queryKey: ['directs', 'sums', filters],
    ...read<Sums>('directs/points', filters),
    enabled: filtered,
    // The list itself shows a refused filter.
    meta: { silent: true },
  });
  if (!filtered || !data || data.directs === 0) return null;
  const points = (filters.person_id ?? filters.person_ids) ? 'direct.points_of_person' : 'direct.points_of_rows';
  return (
    <p data-sums role="status" className="flex basis-full flex-wrap items-baseline gap-x-5 gap-y-1 text-legend text-muted tabular-nums">
      <Sum words={(format) => t(points, { design: format(data.design_points), check: format(data.check_points) })} value={data.total}>
        {data.unassigned !== 0 && (
          <>
            {' '}
            <span className="whitespace-nowrap" title={t('direct.points_unassigned_why')}>
              · {t('direct.points_unassigned', { n: formatPoint(data.unassigned) })}
            </span>
          </>
        )}
      </Sum>
      <Sum
        words={(format) =>
          t('direct.sum_standard', { design: format(data.standard_design_points), check: format(data.standard_check_points) })
        }
        value={data.standard_design_points + data.standard_check_points}
      />
      <Sum words={() => t('direct.sum_tsubo')} value={data.tsubo} />
      <Sum words={() => t('direct.sum_difficulty')} value={data.difficulty} />
      <Sum
        words={(format) => t('direct.sum_minutes', { design: format(data.design_minutes), check: format(data.check_minutes) })}
        value={data.design_minutes + data.check_minutes}
        shown={formatNumber}
      >
        {' '}
        {t('direct.sum_hours', { n: formatNumber((data.design_minutes + data.check_minutes) / 60, 1) })}
      </Sum>
    </p>
  );
}

interface SumProps {
  /** The added-up columns, with their decimals. */
  words: (format: Format) => string;
  value: number;
  shown?: Format;
  children?: ReactNode;
}

/** Two places of the parts may not add up to those of the sum: the tooltip has all of them. */
function Sum({ words, value, shown = formatPoint, children }: SumProps) {
  const exact: Format = (number) => formatNumber(number, undefined, 3);
  return (
    <span className="whitespace-nowrap max-sm:whitespace-normal" title={`${words(exact)} ${exact(value)}`}>
      {words(shown)} <strong className="font-semibold text-text">{shown(value)}</strong>
      {children}
    </span>
  );
}
