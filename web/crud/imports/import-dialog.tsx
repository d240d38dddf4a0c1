import { useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { ImportChoice } from './use-import-upload.ts';
import type { useTrackedImport } from './use-tracked-import.ts';

type ImportDialogProps = ReturnType<typeof useTrackedImport> & { contract: Contract; onClose: () => void };

/** Chooses the workbook of an import, then shows how far it is and what came of it. */
export function ImportDialog({ contract, tracked, track, onClose }: ImportDialogProps) {
  const { t, lang } = useText();
  const [choice, setChoice] = useState<ImportChoice>({ file: undefined, mode: 'all_or_nothing', sheet: '' });
  const title = t('imports.title', { name: contract.label[lang].toLowerCase() });
  return (
    <Dialog open size={tracked ? 'lg' : 'md'} onClose={onClose} title={title}>
      {tracked ? (
        <ImportProgress
          contract={contract}
          choice={choice}
          tracked={tracked}
          onStarted={track}
          onAgain={() => track(null)}
          onClose={onClose}
        />
      ) : (
        <ImportForm contract={contract} choice={choice} onChange={setChoice} onStarted={track} onClose={onClose} />
      )}
    </Dialog>
  );
}
