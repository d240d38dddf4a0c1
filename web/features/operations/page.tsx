import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Operation } from '#contracts/calls/answers/operations.ts';
import { HISTORY_SOURCES } from '#contracts/calls/history.ts';
import { OPERATION_COLUMNS, OPERATION_PARAMS } from '#contracts/calls/operations.ts';
import { RUN_STATES } from '#contracts/calls/runs.ts';
import { type Contract, META_LABELS } from '#contracts/contract.ts';
import { CONTRACTS } from '#contracts/contracts.ts';
import { type Lang, lowerFirstLetter } from '#contracts/text.ts';
import { api, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import { formatDateTime, formatNumber, formatTitle, officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { showKeptRows, undoOperation } from '../../layout/undo.ts';
import { Button, TextButton, TextLink } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { MoreFilters } from '../filters/more-filters.tsx';
import { LogList } from '../history/log-list.tsx';
import { RECORDED } from '../history/recorded.ts';

const { user_id, entity, source, from, to } = OPERATION_PARAMS;

/** What an operation may have written: each table once, by the first of its entities. */
const WRITTEN: readonly Contract[] = Object.values(CONTRACTS).filter(({ name }) => name !== 'directs_techousei' && name !== 'roles');

type OperationRow = Operation & Row;

/** One's own name stands in no row of a list that has no other's. */
const OWN_COLUMNS = OPERATION_COLUMNS.filter(({ key }) => key !== 'user_name');
/** On the card of a phone: what was done, then by whom, when, and its undo. */
const CARD_COLUMNS = ['what', 'user_name', 'at'].map((key) => OPERATION_COLUMNS.find((column) => column.key === key)!);

/** What each request wrote, with its undoing: one's own operations, those of everybody for an Admin. */
export function OperationsPage() {
  const { t, lang } = useText();
  const isOnCards = useNarrow();
  const seesAll = useSession().may(ACTIONS.read_history);
  const rowOf = useCallback(
    (row: OperationRow): Row => ({
      ...row,
      user_name: row.user?.name ?? t('route.system'),
      source: HISTORY_SOURCES[row.source][lang],
      what: summarizeOperation(row, t, lang),
      state: t('notice.undo'),
      operation: row,
    }),
    [t, lang],
  );
  const entities = WRITTEN.map(({ name, label }) => ({ value: name, label: label[lang] }));
  const sources = Object.entries(HISTORY_SOURCES).map(([value, label]) => ({ value, label: label[lang] }));
  return (
    <LogList<OperationRow>
      call="operations"
      columns={isOnCards ? CARD_COLUMNS : seesAll ? OPERATION_COLUMNS : OWN_COLUMNS}
      cells={isOnCards ? CARD_CELLS : CELLS}
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
          <MoreFilters names={['source', 'from', 'to']}>
            <SelectFilter name="source" label={source.label} options={sources} />
            <DateFilter name="from" label={from.label} />
            <DateFilter name="to" label={to.label} />
          </MoreFilters>
        </>
      }
      empty={t('history.no_operations')}
    />
  );
}

const operationOf = (row: Row) => row.operation as OperationRow;

const CELLS = {
  what: (row: Row) => <WhatCell row={operationOf(row)} what={String(row.what)} />,
  state: (row: Row) => <UndoCell row={operationOf(row)} />,
};

/** A card heads with what was done, and has the undo beside it. */
const CARD_CELLS = {
  what: (row: Row) => (
    <div className="flex items-start justify-between gap-2">
      {CELLS.what(row)}
      {CELLS.state(row)}
    </div>
  ),
};

/** What was done, and the first records of it. */
function WhatCell({ row, what }: { row: OperationRow; what: string }) {
  const path = row.counts.deleted > 0 ? undefined : RECORDED[row.entity?.replaceAll('-', '_') ?? '']?.path;
  const { named, more } = nameRecords(row);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 whitespace-normal">
      <span>{what}</span>
      <div className="flex flex-wrap gap-x-2 text-legend text-muted">
        {named.map(({ id, name }) =>
          path ? (
            <TextLink key={id} to={`${path}/${id}/view`}>
              {name}
            </TextLink>
          ) : (
            <span key={id}>{name}</span>
          ),
        )}
        {more > 0 && <span>+{formatNumber(more)}</span>}
      </div>
    </div>
  );
}

/** What became of an operation, and the word that undoes it after a question, or ends it while the queue works on it. */
function UndoCell({ row }: { row: OperationRow }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const ask = useConfirm();
  const { id, run, undone_at, left, kept_count, undoable } = row;
  const isActive = row.reason === 'running';
  const act = useMutation({
    mutationFn: () => (isActive ? api.post(`operations/${id}/cancel`) : undoOperation(client, id)),
    meta: { refreshes: [['operations']] },
  });
  const name = nameOperation(row, t, lang);
  const undo = async () => {
    const { named, more } = nameRecords(row);
    const records = [...named.map(({ name }) => name), ...(more > 0 ? [`+${formatNumber(more)}`] : [])].join(', ');
    const text = [
      `${summarizeOperation(row, t, lang)}${records && ` (${records})`}.`,
      t('history.undo_text'),
      row.source === 'crawl' && t('history.undo_crawl'),
    ];
    if (await ask({ title: t('history.undo_title', { name }), text: text.filter(Boolean).join(' '), confirmLabel: t('notice.undo') }))
      act.mutate();
  };
  const states = [
    undone_at !== null && t(left > 0 ? 'history.partly_undone' : 'history.undone', { time: nameTime(undone_at), n: formatNumber(left) }),
    isActive && run && t('history.progress', { done: formatNumber(run.done), total: formatNumber(run.total) }),
    run && run.status !== 'done' && !isActive && RUN_STATES[run.status][lang],
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
      {isActive && (
        <Button size="sm" loading={act.isPending} onClick={() => act.mutate()}>
          {t('history.cancel_operation')}
        </Button>
      )}
      {undoable && (
        <TextButton
          aria-busy={act.isPending}
          aria-label={left > 0 ? `${t('history.undo_rest', { n: formatNumber(left) })}: ${name}` : t('history.undo', { name })}
          onClick={() => act.isPending || void undo()}
        >
          {t(left > 0 ? 'history.undo_rest' : 'notice.undo', { n: formatNumber(left) })}
        </TextButton>
      )}
      {states.length > 0 && <span className="text-muted">{states.join(' · ')}</span>}
      {kept_count > 0 && <TextButton onClick={() => showKeptRows(id)}>{t('notice.undo_kept', { n: formatNumber(kept_count) })}</TextButton>}
    </div>
  );
}

const isAtWork = ({ reason }: OperationRow): boolean => reason === 'running';

/** What heads a card; an operation has no page of its own. */
const LINK = { column: 'what', to: () => undefined, hasButtons: true } as const;

type Translate = ReturnType<typeof useText>['t'];
type What = Pick<Operation, 'at' | 'source' | 'entity' | 'counts'>;

/** Fields that are named of changed records; of the others their number. */
const MAX_FIELDS = 3;

const recordedOf = (name: string | null) => (name === null ? undefined : RECORDED[name.replaceAll('-', '_')]);

/** 'tạo 3, sửa 10 công việc': what was written of what; of an undo what it undoes. */
function nameWrites({ source, entity, counts, undoes }: What & Pick<Partial<Operation>, 'undoes'>, t: Translate, lang: Lang): string {
  if (undoes) return t('history.undo_of', { name: nameOperation(undoes, t, lang) });
  if (source === 'undo') return t('history.an_undo');
  const parts = (['created', 'updated', 'deleted'] as const).filter((key) => counts[key] > 0);
  const what = lowerFirstLetter(recordedOf(entity)?.label[lang] ?? entity ?? '');
  return `${parts.map((key) => t(`history.${key}`, { n: formatNumber(counts[key]) })).join(', ')} ${what}`.trim();
}

/** 'lần sửa 10 công việc lúc 10:21'. */
function nameOperation(operation: What & Pick<Partial<Operation>, 'undoes'>, t: Translate, lang: Lang): string {
  return t('history.operation_name', { what: nameWrites(operation, t, lang), time: nameTime(operation.at) });
}

/** The time of day, of another day with the day. */
function nameTime(at: string): string {
  const [day, time] = formatDateTime(at).split(' ') as [string, string];
  return at.startsWith(officeToday()) ? time : `${time} ${day}`;
}

/** 'Sửa 10 công việc: Ghi chú, Hạng'; of what wrote nothing yet, what it is of. */
function summarizeOperation(operation: Operation, t: Translate, lang: Lang): string {
  const { entity, fields: changed, cleared } = operation;
  const writes = nameWrites(operation, t, lang);
  const fields = recordedOf(entity)?.fields;
  const labels = changed.flatMap((name) => {
    const label = (fields?.[name]?.label ?? META_LABELS[name])?.[lang];
    if (label === undefined) return [];
    return [fields?.[name]?.kind === 'flag' && cleared.includes(name) ? t('history.flag_off', { field: label }) : label];
  });
  const more = labels.length - MAX_FIELDS;
  const named = [...labels.slice(0, MAX_FIELDS), ...(more > 0 ? [`+${more}`] : [])].join(', ');
  const text = writes.charAt(0).toUpperCase() + writes.slice(1);
  return named && !operation.undoes ? `${text}: ${named}` : text;
}

/** The first records of an operation by what they were called, and how many more there are. */
function nameRecords({ records, counts }: Pick<Operation, 'records' | 'counts'>) {
  const named = records.map(({ id, title }) => ({ id, name: title ? formatTitle(title) : `#${id}` }));
  return { named, more: Math.max(0, counts.created + counts.updated + counts.deleted - named.length) };
}
