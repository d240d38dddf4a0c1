import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { MAX_IDS } from '#contracts/paging.ts';
import { listQuery, type Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { recordTitle } from '../pickers/ref-options.ts';
import type { BulkEditing } from './use-bulk-edit.ts';
import type { BulkOutcome, BulkRun } from './use-bulk-run.ts';

/** Records that a group names before it is unfolded. */
const MAX_NAMED = 8;

interface BulkReportProps {
  entity: string;
  outcome: BulkOutcome;
  /** How many records it is about, in words. */
  label: string;
  /** What was done, not what would be. */
  isDone?: boolean;
}

/** How many records change, how many do not, and which are refused, grouped by the reason. Takes the focus, so that it is read out. */
export function BulkReport({ entity, outcome, label, isDone = false }: BulkReportProps) {
  const { t } = useText();
  const { unchanged, refused, refusedCount, stopped } = outcome;
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => report.current?.focus(), []);
  const groups = Map.groupBy(refused, ({ message }) => message);
  const withCount = (message: string, n: number) => (n === refusedCount ? message : `${t('bulk.rows', { n: formatNumber(n) })} ${message}`);
  const nameOf = useRecordNames(
    entity,
    refused.map(({ id }) => id),
  );
  return (
    <div ref={report} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {stopped && <p className="text-danger">{stopped.message ?? t('bulk.stopped')}</p>}
      <p className="font-semibold tabular-nums">{label}</p>
      {unchanged > 0 && <p className="text-muted">{t('bulk.unchanged', { n: formatNumber(unchanged) })}</p>}
      {refusedCount > 0 && (
        <>
          <p>{t(isDone ? 'bulk.refused' : 'bulk.will_refuse', { n: formatNumber(refusedCount) })}</p>
          <ul className="flex flex-col gap-1.5">
            {[...groups].map(([message, rows]) => (
              <li key={message}>
                <NamedRecords text={withCount(message, rows.length)} names={rows.map(({ id }) => nameOf(id))} />
              </li>
            ))}
          </ul>
          {refusedCount > refused.length && <p className="text-muted">{t('bulk.first_named', { n: formatNumber(refused.length) })}</p>}
        </>
      )}
    </div>
  );
}

/** Records for which the same is to be said, with their names: the first ones, and all of them once it is unfolded. */
export function NamedRecords({ text, names }: { text?: string; names: readonly string[] }) {
  const { t } = useText();
  const more = names.length - MAX_NAMED;
  return (
    <div className="rounded bg-warning-soft px-3 py-2 text-table">
      {text && <p>{text}</p>}
      <p className="text-muted break-words">{names.slice(0, MAX_NAMED).join(', ')}</p>
      {more > 0 && (
        <details className="text-muted">
          <summary className="cursor-pointer">{t('bulk.more', { n: formatNumber(more) })}</summary>
          <p className="max-h-40 overflow-y-auto break-words">{names.slice(MAX_NAMED).join(', ')}</p>
        </details>
      )}
    </div>
  );
}

/** The names of records, those of other pages included; the number of one that may not be read. */
function useRecordNames(entity: string, ids: readonly number[]): (id: number) => string {
  const data = useRecords(entity, ids);
  const names = new Map(data.map((row) => [row.id, recordTitle(entity, row)]));
  return (id) => names.get(id) ?? `#${id}`;
}

/** The first 500 of the records, those of other pages included. */
export function useRecords(entity: string, ids: readonly number[]): readonly Row[] {
  const read = ids.slice(0, MAX_IDS);
  const { data } = useQuery({
    ...listQuery<Row>(entity, { ids: read.join(), limit: MAX_IDS }),
    enabled: read.length > 0,
    placeholderData: undefined,
    meta: { silent: true },
  });
  return data?.data ?? [];
}

/** Where an edit stands while there is nothing to report: how far the queue is, another number of records, or what went wrong. */
export function BulkState({ bulk: { edit, newTotal, count, problem } }: { bulk: BulkEditing }) {
  const { t } = useText();
  return (
    <>
      {edit.progress && <BulkProgress run={edit} label={t('bulk.writing')} />}
      {newTotal !== undefined && <p role="alert">{t('bulk.other_total', { n: formatNumber(newTotal), before: formatNumber(count) })}</p>}
      <p role="alert" className="pt-2 text-danger empty:hidden">
        {problem}
      </p>
    </>
  );
}

/** Tries the records that the filters mean by now. */
export function TryAgain({ bulk: { newTotal, retry } }: { bulk: BulkEditing }) {
  const { t } = useText();
  return (
    newTotal !== undefined && (
      <Button variant="primary" autoFocus onClick={retry}>
        {t('bulk.preview_again', { n: formatNumber(newTotal) })}
      </Button>
    )
  );
}

/** How far a run of the queue is, and the button that stops it between two pieces. */
function BulkProgress({ run, label }: { run: BulkRun; label: string }) {
  const { t } = useText();
  const { done = 0, total = null } = run.progress ?? {};
  return (
    <ProgressBar label={label} done={done} total={total}>
      <Button size="sm" loading={run.isStopping} onClick={run.stop}>
        {t('control.stop')}
      </Button>
    </ProgressBar>
  );
}
