import { Calculator, ListTree } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { directs } from '#contracts/entities/directs.ts';
import { useSession } from '../../api/session.tsx';
import { ImportButton } from '../../crud/imports/import-dialog.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { monthRange, officeToday } from '../../crud/office-today.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CalculateDialog } from './calculate-dialog.tsx';
import { CrawlStatus } from './crawl-status.tsx';
import { directRowIcon, directRowStyle } from './direct-row-style.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { DirectFilters, directFilterLabels, NEWEST_FIRST } from './filters.tsx';
import { PointSums } from './point-sums.tsx';

export function DirectList() {
  const { t } = useText();
  const { may } = useSession();
  const viewFilters = useMemo(() => monthRange(officeToday()), []);
  const [calculating, setCalculating] = useState(false);
  const [explained, setExplained] = useState<Row | null>(null);
  const mayCalculate = may(ACTIONS.calculate_from_directs);
  const mayActOnRows = may(grantFor(directs, 'row_actions'));
  const rowActions = useCallback(
    (row: Row) => <IconButton icon={ListTree} size="sm" label={t('direct.explain')} onClick={() => setExplained(row)} />,
    [t],
  );
  return (
    <>
      <ListPage
        contract={directs}
        path="/directs"
        labels={directFilterLabels}
        viewFilters={viewFilters}
        initialOrder={NEWEST_FIRST}
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
              <Button icon={Calculator} onClick={() => setCalculating(true)}>
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
      {calculating && <CalculateDialog onClose={() => setCalculating(false)} />}
      {explained && <ExplainDialog direct={explained} onClose={() => setExplained(null)} />}
    </>
  );
}
