import { Calculator, History, ListTree, PencilLine } from 'lucide-react';
import { useCallback, useMemo, useTransition } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { useSession } from '../../api/session.tsx';
import { HistoryDialog } from '../../crud/history/history-dialog.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Opened, useOpened } from '../../layout/opened.tsx';
import { Button } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CheckChosen } from '../records/check-chosen.tsx';
import { useCheckCell } from '../records/check-switch.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { adjustedRowIcon, adjustedRowStyle } from './direct-row-style.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { DIRECT_FILTERS, startThisMonth } from './filters.tsx';
import { PointEditBar } from './point-edit-bar.tsx';
import { POINT_INPUTS, PointEdits, usePointEdits } from './point-edits.tsx';
import { StartQueueButton } from './queue/start-button.tsx';

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx').then((m) => m.ExplainDialog));
const CalculateDialog = lazyPart(() => import('./calculate-dialog.tsx').then((m) => m.CalculateDialog));

/** The adjusting view: check switches, history, and result points that become inputs for the whole page and are saved in one call. */
export function TechouseiList() {
  const { t } = useText();
  const { may } = useSession();
  const start = useMemo(startThisMonth, []);
  const shown = useOpened<Row>();
  const explained = useOpened<Row>();
  const calculating = useOpened<true>();
  const points = usePointEdits();
  const contract = directsTechousei;
  const checkCell = useCheckCell(contract);
  const hasInputs = useAfterPaint(points.editing);
  const cells = useMemo(() => (hasInputs ? { ...checkCell, ...POINT_INPUTS } : checkCell), [checkCell, hasInputs]);
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
    <PointEdits value={points.shared}>
      <ListPage
        contract={contract}
        path="/directs-techousei"
        start={start}
        emptyHelp={t('direct.empty_help')}
        filters={DIRECT_FILTERS}
        tools={
          <ListTools legend={<DirectsLegend adjusting />} importing={!points.editing}>
            {!points.editing && <StartQueueButton />}
            {!points.editing && may(ACTIONS.calculate) && (
              <Button icon={Calculator} onClick={() => calculating.set(true)}>
                {t('direct.calculate')}
              </Button>
            )}
            {!points.editing && may(grantFor(contract, 'update')) && <EditPointsButton onPress={points.begin} />}
          </ListTools>
        }
        actions={points.editing && <PointEditBar points={points} />}
        notice={points.notice}
        below={{ foot: <CrawlStatus /> }}
        table={{ rowStyle: adjustedRowStyle, rowIcon: adjustedRowIcon, cells, rowActions }}
        busy={hasInputs}
        chosenActions={<CheckChosen />}
      />
      <Opened by={shown}>
        {(row, close) => (
          <HistoryDialog contract={contract} row={row} call="directs_techousei_history" query={{ direct_id: row.id }} onClose={close} />
        )}
      </Opened>
      <Opened by={calculating}>{(_, close) => <CalculateDialog onClose={close} />}</Opened>
      <Opened by={explained}>{(direct, close) => <ExplainDialog direct={direct} onClose={close} />}</Opened>
    </PointEdits>
  );
}

/** Answers the press itself: the bar of the edit mode and its inputs follow. */
function EditPointsButton({ onPress }: { onPress: () => void }) {
  const { t } = useText();
  const [begins, startTransition] = useTransition();
  return (
    <Button icon={PencilLine} loading={begins} onClick={() => startTransition(onPress)}>
      {t('direct.points_edit')}
    </Button>
  );
}
