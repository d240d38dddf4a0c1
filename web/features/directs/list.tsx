import { Calculator, ListTree } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { directs } from '#contracts/entities/directs.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Opened, useOpened } from '../../layout/opened.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CheckChosen } from '../records/check-chosen.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { directRowIcon, directRowStyle } from './direct-row-style.tsx';
import { DirectSums } from './direct-sums.tsx';
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
                {t('direct.calculate')}
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
