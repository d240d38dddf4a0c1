import { useMutation } from '@tanstack/react-query';
import { FileDown, FileUp, Square, Undo2 } from 'lucide-react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import { MISSING_NAME_COLUMNS } from '#contracts/calls/imports.ts';
import { type Contract, labelOf } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { errorLines } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { BrokenCases } from '../../layout/broken-cases.tsx';
import { ListTextLink } from '../../layout/list-link.tsx';
import { DownloadButton } from '../../layout/page-parts.tsx';
import { useUndo } from '../../layout/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ColumnHeads, Table } from '../../ui/table/table.tsx';
import { formatFieldText } from '../list/cell.tsx';
import { type ImportChoice, useImportUpload } from './use-import-upload.ts';
import { isImportRunning, type TrackedImport } from './use-tracked-import.ts';

interface ImportProgressProps {
  contract: Contract;
  choice: ImportChoice;
  tracked: TrackedImport;
  onStarted: (id: number) => void;
  onAgain: () => void;
  onClose: () => void;
}

/** The progress of an import, or its result. */
export function ImportProgress({ tracked: { id, data, error, refetch }, ...rest }: ImportProgressProps) {
  const { t } = useText();
  if (data && !isImportRunning(data)) return <ImportResult result={data} {...rest} />;
  return (
    <div className="flex flex-col gap-4">
      {data ? <RunningImport job={data} onStopped={() => void refetch()} /> : error ? null : <Skeleton className="h-10 w-full" />}
      {error && <p className="text-danger">{errorLines(error).join(' ')}</p>}
      <p className="text-table text-muted">{t('imports.keeps_on')}</p>
      <div className="flex justify-end">
        <Button onClick={rest.onClose} key={id}>
          {t('control.close')}
        </Button>
      </div>
    </div>
  );
}

function RunningImport({ job, onStopped }: { job: Import; onStopped: () => void }) {
  const { t } = useText();
  const stop = useMutation({ mutationFn: () => api.post<Import>(`imports/${job.id}/cancel`), onSettled: onStopped });
  const status = job.status as 'queued' | 'reading' | 'writing';
  // What is written in pieces has a count.
  const written = job.inserted + job.updated;
  return (
    <ProgressBar label={t(`imports.${status}`)} done={written > 0 ? written : job.done} total={written > 0 ? job.total : null}>
      <span>{job.message ?? job.file_name}</span>
      <Button size="sm" icon={Square} loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('imports.stop')}
      </Button>
    </ProgressBar>
  );
}

function ImportResult({
  result,
  contract,
  choice,
  onStarted,
  onAgain,
  onClose,
}: Omit<ImportProgressProps, 'tracked'> & { result: Import }) {
  const { t } = useText();
  const { upload } = useImportUpload(contract, choice, { onStarted });
  const write = (also: { create?: true; accept?: boolean }) => upload.mutate({ preview: false, ...also });
  const { status, message, total, inserted, updated, unchanged, failed, dry_run } = result;
  const { action: undo } = useUndo()(dry_run === 0 && inserted + updated > 0 ? `import-${result.id}` : undefined);
  const mayWrite = dry_run === 1 && choice.file !== undefined && inserted + updated > 0 && (failed === 0 || choice.mode === 'valid_rows');
  const broken = result.broken_cases.length > 0;
  const creatable = result.missing.filter((name) => name.creatable);
  // Where nothing is written as long as a row is wrong, names are made once no row is wrong for another reason.
  const isHeldElsewhere = choice.mode === 'all_or_nothing' && failed > creatable.reduce((sum, { rows }) => sum + rows, 0);
  const mayCreate = creatable.length > 0 && choice.file !== undefined && !isHeldElsewhere;
  const mayAccept = broken && status === 'failed' && choice.file !== undefined;
  const title =
    status === 'cancelled'
      ? 'imports.cancelled'
      : status !== 'done' && inserted + updated === 0
        ? 'imports.failed'
        : dry_run
          ? 'imports.previewed'
          : 'imports.part_done';
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col gap-1">
        <strong className={status === 'failed' ? 'text-danger' : ''}>{t(title)}</strong>
        <span className="text-table text-muted break-words">{result.file_name}</span>
        {message && <span className="break-words">{message}</span>}
        {total !== null && (
          <span className="text-table text-muted tabular-nums">
            {t('imports.counts', {
              total: formatNumber(total),
              inserted: formatNumber(inserted),
              updated: formatNumber(updated),
              unchanged: formatNumber(unchanged),
              failed: formatNumber(failed),
            })}
          </span>
        )}
      </div>
      {undo && (
        <Button size="sm" icon={Undo2} className="self-start" onClick={undo.onClick}>
          {t('imports.undo')}
        </Button>
      )}
      {result.changes.length > 0 && <Changes contract={contract} changes={result.changes} />}
      {broken && <BrokenCases cases={result.broken_cases} />}
      {result.missing.length > 0 && <MissingNames missing={result.missing} />}
      {result.errors.length > 0 && <Errors errors={result.errors} />}
      <div className="flex flex-wrap justify-end gap-2">
        {result.errors.length > 0 && (
          <div className="mr-auto">
            <DownloadButton icon={FileDown} download={() => api.download(`imports/${result.id}/rejected-rows`, 'import-rejected-rows')}>
              {t('imports.download_rejected')}
            </DownloadButton>
          </div>
        )}
        <Button onClick={onClose}>{t('control.close')}</Button>
        <Button variant={mayWrite || mayAccept || mayCreate ? undefined : 'primary'} icon={FileUp} onClick={onAgain}>
          {t(dry_run ? 'control.back' : 'imports.again')}
        </Button>
        {mayAccept && (
          <Button variant="danger" loading={upload.isPending} onClick={() => write({ accept: true })}>
            {t('notice.broken_import')}
          </Button>
        )}
        {mayCreate && (
          <Button variant={mayWrite ? undefined : 'primary'} loading={upload.isPending} onClick={() => write({ create: true })}>
            {t('imports.create_missing', { n: formatNumber(creatable.length) })}
          </Button>
        )}
        {mayWrite && (
          <Button variant={broken ? 'danger' : 'primary'} loading={upload.isPending} onClick={() => write({ accept: broken })}>
            {t('imports.write', { n: formatNumber(inserted + updated) })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Errors({ errors }: { errors: Import['errors'] }) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-1">
      {errors.length >= 100 && <p className="text-table text-muted">{t('imports.first_errors', { n: errors.length })}</p>}
      <Table label={t('imports.errors')} className="max-h-80 rounded border border-line">
        <ColumnHeads heads={[{ right: t('imports.row') }, t('imports.column'), t('imports.error')]} />
        <tbody>
          {errors.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td data-align="right">{row}</td>
              <td>{column}</td>
              <td data-wrap>{message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The first values that a preview would change. */
function Changes({ contract, changes }: { contract: Contract; changes: Import['changes'] }) {
  const { t, lang } = useText();
  return (
    <Table label={t('imports.changes')} className="max-h-80 rounded border border-line">
      <ColumnHeads heads={[{ right: t('imports.row') }, t('imports.column'), t('imports.old'), t('imports.new')]} />
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.row} ${change.field}`}>
            <td data-align="right">{change.row}</td>
            <td>{labelOf(contract, change.field, lang)}</td>
            <td data-wrap>{formatFieldText(contract.fields[change.field], change.old)}</td>
            <td data-wrap>{formatFieldText(contract.fields[change.field], change.new)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Names of the file that no record has, each once; those that can be made are said so. */
function MissingNames({ missing }: Pick<Import, 'missing'>) {
  const { t, lang } = useText();
  const { entity, name, rows } = MISSING_NAME_COLUMNS;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-table text-muted">{t('imports.missing_help')}</p>
      <Table label={t('imports.missing')} className="max-h-60 rounded border border-line">
        <ColumnHeads heads={[entity[lang], name[lang], { right: rows[lang] }, t('control.create')]} />
        <tbody>
          {missing.map((each) => (
            <tr key={`${each.entity} ${each.name} ${each.parent ?? ''}`}>
              <td>{contractOf(each.entity)?.label[lang] ?? each.entity}</td>
              <td data-wrap>{each.parent === undefined ? each.name : `${each.name} (${each.parent})`}</td>
              <td data-align="right">{formatNumber(each.rows)}</td>
              <td>
                {each.creatable ? t('imports.creatable') : <ListTextLink entity={each.entity}>{t('imports.not_creatable')}</ListTextLink>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
