import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, Undo2 } from 'lucide-react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { contractOf } from '#contracts/contracts.ts';
import { api } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import { isImportRunning } from '../../crud/imports/use-tracked-import.ts';
import { useText } from '../../i18n/index.ts';
import { DownloadButton } from '../../layout/download-button.tsx';
import { undoOperation } from '../../layout/undo.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';

/** What came of an import: its message, the workbook of what was not written, its result, and undoing it. */
export function ImportDetail({ job }: { job: Import }) {
  const { t } = useText();
  const path = contractOf(job.entity)?.path;
  return (
    <div className="flex flex-col gap-2 py-1 pl-2">
      {job.message && <p className="break-words whitespace-pre-wrap">{job.message}</p>}
      <div className="flex flex-wrap gap-2">
        {path && (
          <ButtonLink size="sm" to={`${path}?import=${job.id}`}>
            {t(isImportRunning(job) ? 'imports.follow' : 'imports.open_result')}
          </ButtonLink>
        )}
        {job.failed > 0 && !isImportRunning(job) && (
          <DownloadButton
            size="sm"
            icon={FileDown}
            download={() => api.download(`imports/${job.id}/rejected-rows`, 'import-rejected-rows')}
          >
            {t('imports.download_rejected')}
          </DownloadButton>
        )}
        {job.dry_run === 0 && !isImportRunning(job) && <UndoImport job={job} />}
      </div>
    </div>
  );
}

function UndoImport({ job: { id, file_name: name } }: { job: Import }) {
  const { t } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const { data } = useQuery(listQuery<Operation>('operations', { request_id: `import-${id}`, limit: 1 }));
  const undo = useMutation({ mutationFn: (operation: number) => undoOperation(client, operation) });
  const operation = data?.data[0];
  if (!operation?.undoable) return null;
  const askFirst = async () => {
    if (await ask({ title: t('history.undo_title', { name }), text: t('history.undo_text'), confirmLabel: t('notice.undo') }))
      undo.mutate(operation.id);
  };
  return (
    <Button size="sm" icon={Undo2} loading={undo.isPending} onClick={() => void askFirst()}>
      {t('imports.undo')}
    </Button>
  );
}
