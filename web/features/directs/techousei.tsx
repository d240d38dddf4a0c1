import { Calculator, History, ListChecks, ListTree } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useListContext } from '../../crud/list/list-context.ts';
import { ListPage } from '../../crud/list/list-page.tsx';
import { callOrder } from '../../crud/list/list-state.ts';
import { AddButton, ListTools } from '../../crud/list/list-tools.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { setParam } from '../../layout/address-params.ts';
import { lazyPart, Opened, useOpened } from '../../layout/lazy-part.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { EditInGridButton, GridPart } from '../grid/grid-part.tsx';
import { useGridMode } from '../grid/use-grid-mode.ts';
import { CheckChosen } from '../records/check-chosen.tsx';
import { useCheckCell } from '../records/check-switch.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { adjustedRowIcon, adjustedRowStyle } from './direct-row-style.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { ADJUSTED_FILTERS, startThisMonth } from './filters.tsx';

const HistoryDialog = lazyPart(() => import('../../crud/history/history-dialog.tsx').then((m) => m.HistoryDialog));
const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx').then((m) => m.ExplainDialog));
const PointGridBar = lazyPart(() => import('./point-grid-bar.tsx').then((m) => m.PointGridBar));
const CalculateDialog = lazyPart(() => import('./calculate-dialog.tsx').then((m) => m.CalculateDialog));

/** What the edit mode edits; everything else of a job is changed in its form. */
const POINTS = ['result_design_point', 'result_check_point'];

/** A job is deleted where it is entered. */
const CHOSEN = { actions: <CheckChosen />, isDeletedSingly: true };

/** The adjusting view: check switches, history, and result points that are edited in a grid and saved in one call. */
export function TechouseiList() {
  const { t } = useText();
  const { may } = useSession();
  const start = useMemo(startThisMonth, []);
  const shown = useOpened<Row>();
  const explained = useOpened<Row>();
  const calculating = useOpened<true>();
  const contract = directsTechousei;
  const { isEditing, mode, begin } = useGridMode(contract, POINTS);
  const checkCell = useCheckCell(contract);
  const rowActions = useCallback(
    (row: Row) => (
      <>
        <IconButton icon={History} size="sm" label={t('control.history')} onClick={() => shown.set(row)} />
        <IconButton icon={ListTree} size="sm" label={t('direct.explain')} onClick={() => explained.set(row)} />
      </>
    ),
    [t, shown, explained],
  );
  return (
    <>
      <ListPage
        contract={contract}
        start={start}
        emptyHelp={t('direct.empty_help')}
        filters={ADJUSTED_FILTERS}
        tools={
          <>
            <ListTools legend={<DirectsLegend adjusting />} importing={!isEditing} />
            {!isEditing && may(ACTIONS.calculate) && (
              <Button icon={Calculator} onClick={() => calculating.set(true)}>
                {t('route.calculate')}
              </Button>
            )}
            {!isEditing && <AddButton plain />}
          </>
        }
        work={!isEditing && may(grantFor(contract, 'update')) && <EditInGridButton label={t('direct.points_edit')} onPress={begin} />}
        primary={!isEditing && <StartQueueButton />}
        actions={isEditing && <PointGridBar mode={mode} />}
        inPlace={
          isEditing &&
          ((rows, columns, stale) => <GridPart {...{ mode, rows, columns, stale }} rowStyle={adjustedRowStyle} rowIcon={adjustedRowIcon} />)
        }
        below={{ foot: <CrawlStatus /> }}
        table={{ rowStyle: adjustedRowStyle, rowIcon: adjustedRowIcon, cells: checkCell, rowActions }}
        chosen={CHOSEN}
      />
      <Opened by={shown}>
        {(row, close) => (
          <HistoryDialog contract={contract} row={row} call="directs_techousei_history" query={{ direct_id: row.id }} onClose={close} />
        )}
      </Opened>
      <Opened by={calculating}>{(_, close) => <CalculateDialog onClose={close} />}</Opened>
      <Opened by={explained}>{(direct, close) => <ExplainDialog direct={direct} onClose={close} />}</Opened>
    </>
  );
}

/** Opens the jobs that the filters of the list leave, in its order, to be checked one by one; nothing for who may not check. */
function StartQueueButton() {
  const { t } = useText();
  const { list, rights } = useListContext();
  if (!rights.check) return null;
  const query = new URLSearchParams(list.state.filters);
  setParam(query, 'order_by', callOrder(list.state) ?? null);
  return (
    <ButtonLink variant="primary" icon={ListChecks} to={`/directs-techousei/check?${query}`}>
      <span className="max-sm:sr-only">{t('route.checking_queue')}</span>
    </ButtonLink>
  );
}
