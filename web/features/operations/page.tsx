import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, ListX, PackageOpen, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import type { ReleasedJobs } from '#contracts/calls/answers/crawl.ts';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { HISTORY_SOURCES } from '#contracts/calls/history.ts';
import { ACTS, type Act, NOT_UNDOABLE, OPERATION_COLUMNS, OPERATION_PARAMS, OPERATION_STATUSES } from '#contracts/calls/operations.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { META_LABELS } from '#contracts/contract.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber, formatTitle } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { showKeptRows, undoOperation } from '../../layout/undo.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { LogList } from '../history/log-list.tsx';
import { RECORDED } from '../history/recorded.ts';

const { user_id, entity, source, from, to } = OPERATION_PARAMS;

/** What an operation may have written. */
const WRITTEN = Object.entries({ ...RECORDED, ...ACTS });

type OperationRow = Operation & Row;

const columnOf = (key: string) => OPERATION_COLUMNS.find((column) => column.key === key)!;

/** On the card of a phone: what was written of what, then by whom, when, and what became of it or where it came from. */
const CARD_COLUMNS = [{ ...columnOf('counts'), key: 'summary' }, ...['user_name', 'at', 'state', 'source'].map(columnOf)];

/** What each request wrote, with its undoing: one's own operations, those of everybody for an Admin. */
export function OperationsPage() {
  const { t, lang } = useText();
  const isOnCards = useNarrow();
  const seesAll = useSession().may(ACTIONS.read_history);
  const rowOf = useCallback(
    (row: OperationRow): Row => ({
      ...row,
      user_name: row.user?.name ?? t('list.by_system'),
      source: HISTORY_SOURCES[row.source][lang],
      entity: nameWhat(row, lang),
      counts: describeCounts(row, t, lang),
      summary: summarize(row, t, lang),
      state: describeState(row, t, lang),
    }),
    [t, lang],
  );
  const entities = WRITTEN.map(([value, { label }]) => ({ value, label: label[lang] }));
  const sources = Object.entries(HISTORY_SOURCES).map(([value, label]) => ({ value, label: label[lang] }));
  return (
    <>
      <PageHeader title={t('route.operations')} />
      <LogList<OperationRow>
        call="operations"
        label={t('route.operations')}
        columns={isOnCards ? CARD_COLUMNS : OPERATION_COLUMNS}
        rowOf={rowOf}
        isAtWork={isAtWork}
        link={LINK}
        labels={[
          ...(seesAll ? [{ name: 'user_id', label: user_id.label, entity: 'users' }] : []),
          { name: 'entity', label: entity.label, valueLabels: Object.fromEntries(entities.map(({ value, label }) => [value, label])) },
          { name: 'source', label: source.label, valueLabels: HISTORY_SOURCES },
          { name: 'from', label: from.label, date: true },
          { name: 'to', label: to.label, date: true },
        ]}
        filters={
          <>
            {seesAll && <RefFilter name="user_id" label={user_id.label} entity="users" />}
            <SelectFilter name="entity" label={entity.label} options={entities} className="sm:w-52" />
            <SelectFilter name="source" label={source.label} options={sources} />
            <DateFilter name="from" label={from.label} />
            <DateFilter name="to" label={to.label} />
          </>
        }
        actions={(row) => (
          <>
            {row.kept_count > 0 && (
              <IconButton icon={ListX} size="sm" label={t('history.show_kept', { id: row.id })} onClick={() => showKeptRows(row.id)} />
            )}
            <ReleaseButton row={row} />
            <OperationButton row={row} />
          </>
        )}
        empty={t('history.no_operations')}
      />
    </>
  );
}

/** Undoes the operation after a question, or ends it while the queue works on it. */
function OperationButton({ row }: { row: OperationRow }) {
  const { t } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const isActive = row.reason === 'running';
  const act = useMutation({
    mutationFn: () => (isActive ? api.post(`operations/${row.id}/cancel`) : undoOperation(client, row.id)),
    onSettled: () => client.invalidateQueries({ queryKey: ['operations'] }),
  });
  const isPending = act.isPending && { 'aria-disabled': true };
  const undo = async () => {
    if (act.isPending) return;
    const text = [t('history.undo_text'), row.source === 'crawl' && t('history.undo_crawl')].filter(Boolean).join(' ');
    const title = row.left > 0 ? t('history.undo_rest_title', { n: formatNumber(row.left) }) : t('history.undo_title');
    if (await ask({ title, text, confirmLabel: t('notice.undo') })) act.mutate();
  };
  if (isActive)
    return <IconButton icon={Ban} size="sm" label={t('history.cancel_operation', { id: row.id })} onClick={() => act.mutate()} />;
  return (
    row.undoable && (
      <IconButton
        icon={Undo2}
        size="sm"
        label={t(row.left > 0 ? 'history.undo_rest' : 'history.undo', { id: row.id })}
        {...isPending}
        onClick={() => void undo()}
      />
    )
  );
}

/** Lets crawls write the held jobs of an undone crawl again, after a question. */
function ReleaseButton({ row: { id, held } }: { row: OperationRow }) {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const ask = useConfirm();
  const release = useMutation({
    mutationFn: () => api.post<ReleasedJobs>('crawl_waiting/release', { operation_id: id }),
    onSuccess: ({ released, waiting }) =>
      notify.success({ title: t('history.released', { n: formatNumber(released), waiting: formatNumber(waiting) }) }),
    onSettled: () => Promise.all(['operations', 'crawl_waiting'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  const askFirst = async () => {
    const title = t('history.release_title', { n: formatNumber(held) });
    if (await ask({ title, text: t('history.release_text'), confirmLabel: t('history.release_yes') })) release.mutate();
  };
  return (
    held > 0 &&
    may(ACTIONS.release_jobs) && (
      <IconButton
        icon={PackageOpen}
        size="sm"
        label={t('history.release', { id })}
        disabled={release.isPending}
        onClick={() => void askFirst()}
      />
    )
  );
}

type Translate = ReturnType<typeof useText>['t'];
type Lang = ReturnType<typeof useText>['lang'];

/** Fields that are named of a changed record; of the others their number. */
const MAX_FIELDS = 3;

const recordedOf = (name: string | null) => (name === null ? undefined : RECORDED[name.replaceAll('-', '_')]);

function nameEntity(name: string | null, lang: Lang): string {
  return name === null ? '' : ((recordedOf(name) ?? ACTS[name as Act])?.label[lang] ?? name);
}

/** 'Công việc · DR-2611-0042'. */
const nameWhat = ({ entity, record }: OperationRow, lang: Lang): string =>
  [nameEntity(entity, lang), record?.title && formatTitle(record.title)].filter(Boolean).join(' · ');

/** 'Công việc: 3 tạo · 2 sửa'; of what wrote nothing, where it came from. */
function summarize(row: OperationRow, t: Translate, lang: Lang): string {
  const what = nameWhat(row, lang);
  const parts = [what, describeCounts(row, t, lang)].filter(Boolean);
  return parts.join(': ') || HISTORY_SOURCES[row.source][lang];
}

/** '3 tạo · 2 sửa'; of one record what was changed of it: '1 sửa: Đã kiểm tra'; of what the queue works on, how far it is. */
function describeCounts({ entity, record, counts, run }: OperationRow, t: Translate, lang: Lang): string {
  const parts = (['created', 'updated', 'deleted'] as const).filter((key) => counts[key] > 0);
  const written = parts.map((key) => t(`history.${key}`, { n: formatNumber(counts[key]) })).join(' · ');
  const fields = recordedOf(entity)?.fields;
  const nameField = (name: string): string[] => {
    const label = (fields?.[name]?.label ?? META_LABELS[name])?.[lang];
    if (label === undefined) return [];
    const isOff = fields?.[name]?.kind === 'flag' && record?.cleared.includes(name);
    return [isOff ? t('history.flag_off', { field: label }) : label];
  };
  const changed = record?.fields.flatMap(nameField) ?? [];
  const more = changed.length - MAX_FIELDS;
  const named = [...changed.slice(0, MAX_FIELDS), ...(more > 0 ? [`+${more}`] : [])].join(', ');
  if (named) return `${written}: ${named}`;
  if (!run || !isWorkActive(run.status)) return written;
  return t('history.progress', { done: formatNumber(run.done), total: formatNumber(run.total) });
}

function describeState({ undone_by, left, undo_of, reason, run, held, kept_count }: OperationRow, t: Translate, lang: Lang): string {
  const parts = [
    undo_of !== null && t('history.undo_of', { id: undo_of }),
    undone_by !== null
      ? t(left > 0 ? 'history.partly_undone_by' : 'history.undone_by', { id: undone_by, n: formatNumber(left) })
      : reason && NOT_UNDOABLE[reason][lang],
    run && run.status !== 'done' && reason !== 'running' && OPERATION_STATUSES[run.status][lang],
    held > 0 && t('history.held', { n: formatNumber(held) }),
    kept_count > 0 && t('notice.undo_kept', { n: formatNumber(kept_count) }),
  ];
  return parts.filter(Boolean).join(' · ');
}

const isAtWork = ({ reason }: OperationRow): boolean => reason === 'running';

/** What heads a card; an operation has no page of its own. */
const LINK = { column: 'summary', to: () => undefined };
