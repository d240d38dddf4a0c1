import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { IMPORT_COLUMNS, IMPORT_STATUS_LABELS, MISSING_NAME_COLUMNS } from '#contracts/calls/imports.ts';
import type { Contract } from '#contracts/contract.ts';
import { CONTRACTS, contractOf } from '#contracts/contracts.ts';
import { api, listQuery, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { SelectFilter } from '../../crud/filters/filters.tsx';
import { isImportRunning } from '../../crud/imports/use-tracked-import.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { DownloadButton } from '../../layout/page-parts.tsx';
import { undoOperation } from '../../layout/undo.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/feedback/feedback.tsx';
import { LogList } from '../history/log-list.tsx';

type ImportRow = Import & Row;
const ENTITY = MISSING_NAME_COLUMNS.entity;
const IMPORTED_ENTITIES = Object.values(CONTRACTS).filter(({ access }: Contract) => access.import);

/** The imports that were asked for, newest first: one's own, those of everybody for an Admin. A row opens to its outcome and its files. */
export function ImportsPage() {
  const { t, lang } = useText();
  const seesAll = useSession().may(ACTIONS.read_history);
  const rowOf = useCallback(
    (row: ImportRow): Row => ({
      ...row,
      user_name: row.user.name,
      list_name: contractOf(row.entity)?.label[lang] ?? row.entity,
      state: row.dry_run ? t('imports.previewed') : IMPORT_STATUS_LABELS[row.status][lang],
      counts: t('imports.counts_short', {
        inserted: formatNumber(row.inserted),
        updated: formatNumber(row.updated),
        failed: formatNumber(row.failed),
      }),
    }),
    [t, lang],
  );
  const entities = IMPORTED_ENTITIES.map(({ name, label }) => ({ value: name, label: label[lang] }));
  return (
    <LogList<ImportRow>
      call="imports"
      columns={seesAll ? IMPORT_COLUMNS : IMPORT_COLUMNS.filter(({ key }) => key !== 'user_name')}
      rowOf={rowOf}
      labels={[{ name: 'entity', label: ENTITY, valueLabels: Object.fromEntries(entities.map(({ value, label }) => [value, label])) }]}
      filters={<SelectFilter name="entity" label={ENTITY} options={entities} className="sm:w-56" />}
      detail={{ name: (row) => t('imports.show', { file: row.file_name }), show: (row) => <ImportDetail job={row} /> }}
      empty={t('imports.none_yet')}
    />
  );
}

/** What came of an import: its message, the workbook of what was not written, its result, and undoing it. */
function ImportDetail({ job }: { job: Import }) {
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
