import { useQuery } from '@tanstack/react-query';
import { CalendarOff, List } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DAYS_LATE, DUE_PARTS, type DuePart } from '#contracts/calls/directs-due.ts';
import { column } from '#contracts/columns.ts';
import type { Column } from '#contracts/contract.ts';
import { directFields } from '#contracts/entities/directs.ts';
import { DEPARTMENT } from '#contracts/labels.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { RefPicker } from '../../crud/pickers/ref-picker.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { PageHeader } from '../../layout/page-header.tsx';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { dueQuery } from './due-parts.ts';

const HolidaysDialog = lazyPart(() => import('./holidays-dialog.tsx').then((m) => m.HolidaysDialog));

const PARTS = Object.keys(DUE_PARTS) as DuePart[];
const FILTERS = [
  ['dept_id', DEPARTMENT, 'departments'],
  ['user_id', directFields.user_id.label, 'users'],
] as const;

/** The jobs without a return date by the day that the customer wishes, of a department or a designer. */
export function DueJobsPage() {
  const { t, lang } = useText();
  const { may } = useSession();
  const [params, changeAddress] = useAddressParams();
  const [editing, setEditing] = useState(false);
  const filters = Object.fromEntries(FILTERS.flatMap(([name]) => (params.get(name) ? [[name, params.get(name)!]] : [])));
  const { data, error, refetch, isPlaceholderData } = useQuery(dueQuery(filters));
  const waiting = useDelayed(!data);
  const total = data && PARTS.reduce((sum, part) => sum + data[part].total, 0);
  const list = `/directs?${new URLSearchParams({ henkyaku_hi__empty: '1', ...filters })}`;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PageHeader
        count={total}
        work={
          <>
            {may(ACTIONS.edit_holidays) && (
              <Button icon={CalendarOff} onClick={() => setEditing(true)}>
                {t('direct.holidays')}
              </Button>
            )}
            <ButtonLink icon={List} to={list}>
              {t('direct.due_list')}
            </ButtonLink>
          </>
        }
      />
      <div data-chrome className="flex flex-wrap gap-x-4 gap-y-2">
        {FILTERS.map(([name, label, entity]) => (
          <Field key={name} label={label[lang]} className="w-60 max-sm:w-full">
            <RefPicker
              entity={entity}
              value={Number(params.get(name)) || null}
              all={t('control.all')}
              onChange={(id) => void changeAddress((address) => setParam(address, name, id === null ? null : String(id)))}
            />
          </Field>
        ))}
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-60 w-full" />}
      {total === 0 && <EmptyState text={t('direct.due_empty')} />}
      {data &&
        PARTS.filter((part) => data[part].total > 0).map((part) => (
          <Part key={part} part={part} total={data[part].total} rows={data[part].data} isStale={isPlaceholderData} />
        ))}
      {editing && <HolidaysDialog onClose={() => setEditing(false)} />}
    </div>
  );
}

function Part({ part, total, rows, isStale }: { part: DuePart; total: number; rows: readonly Row[]; isStale: boolean }) {
  const { t, lang } = useText();
  const columns = useMemo(() => columnsOf(part), [part]);
  const more = total - rows.length;
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h2 className={part === 'late' ? 'font-semibold text-danger' : 'font-semibold'}>
        {DUE_PARTS[part][lang]} <span className="font-normal text-muted tabular-nums">{formatNumber(total)}</span>
      </h2>
      <DataTable
        label={DUE_PARTS[part][lang]}
        columns={columns}
        rows={rows}
        stale={isStale}
        link={{ column: 'name', to: (row) => `/directs/${row.id}/view` }}
        empty={null}
      />
      {more > 0 && <p className="text-table text-muted">{t('direct.due_more', { n: formatNumber(more) })}</p>}
    </section>
  );
}

const { name, bukkenmei, kibou_nouki, teisei_henkyaku_hi, customer_id, user_id } = directFields;

/** Of a part the columns that say something in it. */
function columnsOf(part: DuePart): Column[] {
  return [
    column('name', name.label),
    ...(part === 'no_date' ? [] : [column('kibou_nouki', kibou_nouki.label, 'date')]),
    ...(part === 'late' ? [column('days_late', DAYS_LATE, 'integer')] : []),
    ...(part === 'returned' ? [column('teisei_henkyaku_hi', teisei_henkyaku_hi.label, 'date')] : []),
    column('bukkenmei', bukkenmei.label),
    column('user_name', user_id.label),
    column('customer_name', customer_id.label),
    column('department_name', DEPARTMENT),
  ];
}
