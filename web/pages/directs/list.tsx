import { Calculator, ListTree } from 'lucide-react';
import { useState } from 'react';
import { directs, TECHOUSEI_MARK } from '#contracts/entities/directs.ts';
import { holds } from '#contracts/roles.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/cell.tsx';
import { ImportButton } from '../../crud/import-dialog.tsx';
import { ListPage } from '../../crud/list-page.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { RowLook } from '../../ui/row-tone.tsx';
import { ToneMark } from '../../ui/row-tone.tsx';
import { CalculateDialog } from './calculate-dialog.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { DirectFilters, directFilterLabels } from './filters.tsx';
import { SyncBar } from './sync-bar.tsx';

const TONES = { 0: 'crawled', 1: 'hand', 2: 'imported' } as const;

export function DirectList() {
  const { t } = useText();
  const { may, roles } = useSession();
  const [calculating, setCalculating] = useState(false);
  const [explained, setExplained] = useState<Row | null>(null);
  const mayCalculate = holds(roles, ['Admin', 'Writer']);
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
        look={directLook}
        mark={(row) => <ToneMark tone={TONES[row.upsert_by as 0]} label={t(`direct.origin_${TONES[row.upsert_by as 0]}`)} />}
        actionColumn={roles.includes('Admin')}
        mayDelete={may(directs.access.delete)}
        rowActions={(row) => <IconButton icon={ListTree} size="sm" label={t('direct.explain')} onClick={() => setExplained(row)} />}
        selectable={roles.includes('Admin')}
        legend={<DirectsLegend />}
      />
      {calculating && <CalculateDialog onClose={() => setCalculating(false)} />}
      {explained && <ExplainDialog direct={explained} onClose={() => setExplained(null)} />}
    </>
  );
}

/** Origin as the tone; both result points zero in danger text; techousei 有 at the edge. */
export function directLook(row: Row): RowLook {
  return {
    tone: TONES[row.upsert_by as 0],
    zero: row.result_design_point === 0 && row.result_check_point === 0,
    manual: row.techousei === TECHOUSEI_MARK,
  };
}
