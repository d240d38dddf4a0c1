import { useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportMapping } from './import-mapping.tsx';
import { ImportProgress } from './import-progress.tsx';
import type { ImportChoice } from './use-import-upload.ts';
import type { useTrackedImport } from './use-tracked-import.ts';

type ImportDialogProps = ReturnType<typeof useTrackedImport> & { contract: Contract; onClose: () => void };

/** Chooses the workbook of an import, asks what its columns are where its headings do not say so, then shows how far it is and what came of it. */
export function ImportDialog({ contract, tracked, track, onClose }: ImportDialogProps) {
  const { t, lang } = useText();
  const [choice, setChoice] = useState<ImportChoice>({ file: undefined, mode: 'all_or_nothing', sheet: '' });
  const title = t('imports.title', { name: contract.label[lang].toLowerCase() });
  const { columns } = choice;
  return (
    <Dialog open size={tracked || columns ? 'lg' : 'md'} onClose={onClose} title={title}>
      {tracked ? (
        <ImportProgress
          contract={contract}
          choice={choice}
          tracked={tracked}
          onStarted={track}
          onAgain={() => {
            // One comes back from a preview to what was chosen; what was written is done with.
            if (!tracked.data?.dry_run) setChoice({ ...choice, columns: undefined, mapping: undefined });
            track(null);
          }}
          onClose={onClose}
        />
      ) : columns ? (
        <ImportMapping contract={contract} choice={choice} columns={columns} onChange={setChoice} onStarted={track} />
      ) : (
        <ImportForm contract={contract} choice={choice} onChange={setChoice} onStarted={track} onClose={onClose} />
      )}
    </Dialog>
  );
}
