import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { isImportRunning, useTrackedImport } from './use-tracked-import.ts';

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((m) => m.ImportDialog));

/** Imports rows of an entity from a workbook; a running import is tracked, also after a reload. `?import=` in the address shows one that has ended. */
export function ImportButton({ contract }: { contract: Contract }) {
  const { t } = useText();
  const { tracked, track } = useTrackedImport(contract, (succeeded) => setOpen(!succeeded));
  const [open, setOpen] = useState(tracked !== undefined);
  const [address, changeAddress] = useAddressParams();
  const named = Number(address.get('import'));
  useEffect(() => {
    if (!(named > 0)) return;
    track(named);
    setOpen(true);
    changeAddress((params) => setParam(params, 'import', null));
  }, [named, track, changeAddress]);
  const close = () => {
    setOpen(false);
    if (tracked?.data && !isImportRunning(tracked.data)) track(null);
  };
  const isRunning = tracked !== undefined && !open;
  return (
    <>
      <Button icon={FileUp} loading={isRunning} onClick={() => setOpen(true)}>
        {t(isRunning ? 'imports.running' : 'control.import')}
      </Button>
      {open && <ImportDialog contract={contract} tracked={tracked} track={track} onClose={close} />}
    </>
  );
}
