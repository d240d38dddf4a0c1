import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportProgress } from './import-progress.tsx';
import { isImportRunning, useTrackedImport } from './use-tracked-import.ts';

/** Imports rows of an entity from a workbook; a running import is tracked, also after a reload. */
export function ImportButton({ contract }: { contract: Contract }) {
  const { t, lang } = useText();
  const { tracked, track } = useTrackedImport(contract, (succeeded) => setOpen(!succeeded));
  const [open, setOpen] = useState(tracked !== undefined);
  const close = () => {
    setOpen(false);
    if (tracked?.data && !isImportRunning(tracked.data)) track(null);
  };
  return (
    <>
      <Button iconOnly={!tracked || open} icon={FileUp} loading={tracked !== undefined && !open} onClick={() => setOpen(true)}>
        {t(tracked && !open ? 'imports.running' : 'control.import')}
      </Button>
      {open && (
        <Dialog open size={tracked ? 'lg' : 'md'} onClose={close} title={t('imports.title', { name: contract.label[lang].toLowerCase() })}>
          {tracked ? (
            <ImportProgress tracked={tracked} onAgain={() => track(null)} onClose={close} />
          ) : (
            <ImportForm contract={contract} onStarted={track} onClose={close} />
          )}
        </Dialog>
      )}
    </>
  );
}
