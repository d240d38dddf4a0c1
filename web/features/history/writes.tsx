import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { HistoryRow } from '#contracts/calls/answers/history.ts';
import { HISTORY_COLUMNS, HISTORY_PARAMS, HISTORY_SOURCES } from '#contracts/calls/history.ts';
import { MAX_COPIES } from '#contracts/paging.ts';
import type { Query, Row } from '../../api/client.ts';
import { DateFilter, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import { TextFilter } from '../../crud/filters/text-filter.tsx';
import { Differences } from '../../crud/history/differences.tsx';
import { useText } from '../../i18n/index.ts';
import { MoreFilters } from '../filters/more-filters.tsx';
import { LogList } from './log-list.tsx';
import { RECORDED, recordName, recordPath } from './recorded.ts';

const { user_id, entity, source, from, to } = HISTORY_PARAMS;

type Write = HistoryRow & Row;

/** Every write of a record: who, when, through what; a row opens to what was before and after. */
export function HistoryPage() {
  const { t, lang } = useText();
  const [search] = useSearchParams();
  // A card on a phone shows text columns only, so the rows carry when, who and what as text.
  const worded = useCallback(
    (row: Write): Row => {
      const changed = row.changed.map((name) => RECORDED[row.entity]?.fields[name]?.label[lang] ?? name).join(', ');
      return { ...row, user_name: row.user_name ?? t('route.system'), record: recordName(row, lang), changed };
    },
    [t, lang],
  );
  const entities = Object.entries(RECORDED).map(([value, { label }]) => ({ value, label: label[lang] }));
  const sources = Object.entries(HISTORY_SOURCES).map(([value, label]) => ({ value, label: label[lang] }));
  return (
    <LogList<Write>
      call="history"
      params={omitIdWithoutEntity}
      columns={HISTORY_COLUMNS}
      labels={[
        { name: 'user_id', label: user_id.label, entity: 'users' },
        { name: 'entity', label: entity.label, valueLabels: Object.fromEntries(entities.map(({ value, label }) => [value, label])) },
        { name: 'id', label: t('history.record_id') },
        { name: 'source', label: source.label, valueLabels: HISTORY_SOURCES },
        { name: 'from', label: from.label, date: true },
        { name: 'to', label: to.label, date: true },
      ]}
      filters={
        <>
          <RefFilter name="user_id" label={user_id.label} entity="users" />
          <SelectFilter name="entity" label={entity.label} options={entities} className="sm:w-52" />
          {search.has('entity') && <TextFilter name="id" label={t('history.record_id')} className="sm:w-36" />}
          <MoreFilters names={['source', 'from', 'to']}>
            <SelectFilter name="source" label={source.label} options={sources} />
            <DateFilter name="from" label={from.label} />
            <DateFilter name="to" label={to.label} />
          </MoreFilters>
        </>
      }
      rowOf={worded}
      link={LINK}
      printsAtMost={MAX_COPIES}
      detail={{
        name: (row) => t('history.show', { id: row.id }),
        show: (row) => <Detail row={row} />,
      }}
      empty={t('history.nothing')}
    />
  );
}

/** An id filter is only meaningful together with an entity. */
const omitIdWithoutEntity = (query: Query): Query => (query.entity ? query : { ...query, id: undefined });

function Detail({ row }: { row: Write }) {
  return (
    <div className="py-1 pl-2">
      <Differences fields={RECORDED[row.entity]?.fields ?? {}} before={row.before} after={row.after} />
    </div>
  );
}

const LINK = {
  column: 'record',
  to: (row: Row) => recordPath(row as Write),
};
