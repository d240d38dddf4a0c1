import { CircleQuestionMark, Download, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { ImportButton } from '../imports/import-button.tsx';
import { ViewSwitcher } from '../views/view-switcher.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { useListContext } from './list-context.ts';
import { useExport } from './use-rows.ts';

interface ListToolsProps {
  legend?: ReactNode;
  /** False while the rows are being edited in place. */
  importing?: boolean;
}

/** The tools of a list behind '⋯': what its signs mean, its columns, its workbook, both ways. */
export function ListTools({ legend, importing = true }: ListToolsProps) {
  const { t } = useText();
  const { contract, list, rights } = useListContext();
  const exporting = useExport(contract.name, list.state);
  return (
    <>
      {legend && (
        <Popover boxed icon={CircleQuestionMark} label={t('page.legend')}>
          {legend}
        </Popover>
      )}
      <ViewSwitcher />
      <ColumnsTool />
      {rights.export && (
        <Button icon={Download} loading={exporting.isPending} onClick={() => exporting.mutate()}>
          {t('control.export')}
        </Button>
      )}
      {rights.import && importing && <ImportButton contract={contract} />}
    </>
  );
}

export function ColumnsTool() {
  const { columns, list } = useListContext();
  return <ColumnsMenu columns={columns} list={list} />;
}

/** Adds a record; nothing for who may not. `plain`: not filled, where the page's filled button is another. */
export function AddButton({ iconOnly = false, plain = false }: { iconOnly?: boolean; plain?: boolean }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { contract, rights } = useListContext();
  return (
    rights.add && (
      <Button variant={plain ? 'plain' : 'primary'} icon={Plus} iconOnly={iconOnly} onClick={() => void navigate(`${contract.path}/add`)}>
        {t('control.add')}
      </Button>
    )
  );
}
