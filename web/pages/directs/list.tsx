import { Calculator, ListTree } from 'lucide-react';
import { useCallback, useState } from 'react';
import { directs } from '#contracts/entities/directs.ts';
import { holds } from '#contracts/roles.ts';
import { useSession } from '../../api/session.tsx';
import { ImportButton } from '../../crud/imports/import-dialog.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CalculateDialog } from './calculate-dialog.tsx';
import { directLook, directMark } from './direct-look.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { DirectFilters, directFilterLabels } from './filters.tsx';
import { SyncBar } from './sync-bar.tsx';

export function DirectList() {
  const { t } = useText();
  const { may, roles } = useSession();
  const [calculating, setCalculating] = useState(false);
  const [explained, setExplained] = useState<Row | null>(null);
  const mayCalculate = holds(roles, ['Admin', 'Writer']);
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
        filters={<DirectFilters />}
        notice={<SyncBar />}
        toolbar={
          <>
            {may(directs.access.import) && <ImportButton contract={directs} />}
            {mayCalculate && (
              <Button icon={Calculator} onClick={() => setCalculating(true)}>
                {t('direct.calculate')}
              </Button>
            )}
          </>
        }
        rowStyle={directLook}
        rowIcon={directMark}
        actionColumn={roles.includes('Admin')}
        mayDelete={may(directs.access.delete)}
        rowActions={rowActions}
        selectable={roles.includes('Admin')}
        legend={<DirectsLegend />}
      />
      {calculating && <CalculateDialog onClose={() => setCalculating(false)} />}
      {explained && <ExplainDialog direct={explained} onClose={() => setExplained(null)} />}
    </>
  );
}
