import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ImportFollowed } from './import-followed.tsx';
import { ImportForm } from './import-form.tsx';
import { isAtWork, useFollowedImport } from './use-import.ts';

/** Takes rows of an entity from a workbook; an import that is at work is followed, also after a reload. */
export function ImportButton({ contract }: { contract: Contract }) {
  const { t, lang } = useText();
  const { followed, follow } = useFollowedImport(contract, (well) => setOpen(!well));
  const [open, setOpen] = useState(followed !== undefined);
  const close = () => {
    setOpen(false);
    if (followed?.data && !isAtWork(followed.data)) follow(null);
  };
  return (
    <>
      <Button icon={FileUp} loading={followed !== undefined && !open} onClick={() => setOpen(true)}>
        {t(followed && !open ? 'imports.running' : 'control.import')}
      </Button>
      {open && (
        <Dialog open size={followed ? 'lg' : 'md'} onClose={close} title={t('imports.title', { name: contract.label[lang].toLowerCase() })}>
          {followed ? (
            <ImportFollowed followed={followed} onAgain={() => follow(null)} onClose={close} />
          ) : (
            <ImportForm contract={contract} onStarted={follow} onClose={close} />
          )}
        </Dialog>
      )}
    </>
  );
}
