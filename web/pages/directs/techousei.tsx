import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Calculator, History, ListTree, PencilLine, Save } from 'lucide-react';
import { useState } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { holds } from '#contracts/roles.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { MONTH_LOCKS } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/cell.tsx';
import { HistoryDialog } from '../../crud/history-dialog.tsx';
import { ImportButton } from '../../crud/import-dialog.tsx';
import { ListPage } from '../../crud/list-page.tsx';
import { useRecordLocks } from '../../crud/record-locks.tsx';
import { formatPoint } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput, type NumberValue } from '../../ui/number-input.tsx';
import { ToneMark } from '../../ui/row-tone.tsx';
import { notify } from '../../ui/toast.tsx';
import { CheckSwitch } from '../records/check-switch.tsx';
import { CalculateDialog } from './calculate-dialog.tsx';
import { DirectsLegend } from './directs-legend.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { DirectFilters, directFilterLabels } from './filters.tsx';
import { directLook } from './list.tsx';
import { SyncBar } from './sync-bar.tsx';

const POINTS = ['result_design_point', 'result_check_point'] as const;
type PointKey = (typeof POINTS)[number];
type Edits = Readonly<Record<number, Partial<Record<PointKey, NumberValue>> & { version: unknown }>>;

interface Refusal {
  id: number;
  message: string;
}

/** The adjusting view: check switches, history, and result points that become inputs for the whole page and are saved in one call. */
export function TechouseiList() {
  const { t } = useText();
  const { may, roles } = useSession();
  const [shown, setShown] = useState<Row | null>(null);
  const [explained, setExplained] = useState<Row | null>(null);
  const [calculating, setCalculating] = useState(false);
  const points = usePointEdits();
  const contract = directsTechousei;
  return (
    <>
      <ListPage
        contract={contract}
        path="/directs-techousei"
        labels={directFilterLabels}
        filters={<DirectFilters />}
        toolbar={
          <>
            {may(contract.access.import) && <ImportButton contract={contract} />}
            {holds(roles, ['Admin', 'Checked']) && (
              <Button icon={Calculator} onClick={() => setCalculating(true)}>
                {t('direct.calculate')}
              </Button>
            )}
            {may(contract.access.update) && (
              <Button
                icon={points.editing ? Save : PencilLine}
                loading={points.saving}
                aria-pressed={points.editing}
                onClick={points.toggle}
              >
                {t(points.editing ? 'direct.points_save' : 'direct.points_edit')}
              </Button>
            )}
          </>
        }
        notice={
          <>
            <SyncBar />
            {points.notice}
          </>
        }
        look={(row) => ({ ...directLook(row), ...(row.is_updated === 1 && { tone: 'adjusted' as const }) })}
        mark={(row) => {
          const tone = row.is_updated === 1 ? 'adjusted' : directLook(row).tone!;
          return <ToneMark tone={tone} label={t(`direct.origin_${tone}`)} />;
        }}
        cells={{
          is_checked: (row) => <CheckSwitch contract={contract} row={row} />,
          ...Object.fromEntries(POINTS.map((key) => [key, (row: Row) => points.cell(row, key)])),
        }}
        actionColumn={roles.includes('Admin')}
        rowActions={(row) => (
          <>
            <IconButton icon={History} size="sm" label={t('control.history')} onClick={() => setShown(row)} />
            <IconButton icon={ListTree} size="sm" label={t('direct.explain')} onClick={() => setExplained(row)} />
          </>
        )}
        legend={<DirectsLegend adjusting />}
      />
      <HistoryDialog
        contract={contract}
        call="directs_techousei_history"
        query={{ direct_id: shown?.id }}
        open={shown !== null}
        onClose={() => setShown(null)}
      />
      {calculating && <CalculateDialog onClose={() => setCalculating(false)} />}
      {explained && <ExplainDialog direct={explained} onClose={() => setExplained(null)} />}
    </>
  );
}

/** The edit mode of the result points: leaving it saves every changed row in one call; refused rows stay in it with their reason. */
function usePointEdits() {
  const { t, lang } = useText();
  const client = useQueryClient();
  const { barred } = useRecordLocks(directsTechousei.dated);
  const [editing, setEditing] = useState(false);
  const [edits, setEdits] = useState<Edits>({});
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  useUnsaved(Object.keys(edits).length > 0);
  const save = useMutation({
    meta: { silent: (error) => error instanceof ApiError && Object.keys(error.messages).length > 0 },
    mutationFn: () =>
      api.post<{ data: Row[]; refused: Refusal[] }>('directs_techousei/add-multiple', {
        directs: Object.entries(edits).map(([id, edit]) => ({ id: Number(id), ...edit })),
      }),
    onSuccess: async ({ data, refused }) => {
      const kept = new Set(refused.map((refusal) => refusal.id));
      setEdits(Object.fromEntries(Object.entries(edits).filter(([id]) => kept.has(Number(id)))));
      setRefusals(refused);
      setEditing(refused.length > 0);
      if (data.length > 0) notify.success({ title: t('notice.updated'), text: t('direct.points_saved', { n: data.length }) });
      // A refused row may tell of a lock that was not yet seen here.
      const stale = ['directs_techousei', 'directs', 'totals', ...(refused.length > 0 ? MONTH_LOCKS : [])];
      await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setRefusals(Object.entries(error.messages).map(([id, message]) => ({ id: Number(id), message })));
    },
  });
  const reasons = new Map(refusals.map((refusal) => [refusal.id, refusal.message]));

  return {
    editing,
    saving: save.isPending,
    toggle: () => {
      if (!editing) setEditing(true);
      else if (Object.keys(edits).length === 0) setEditing(false);
      else save.mutate();
    },
    notice: refusals.length > 0 && (
      <p role="alert" className="rounded border border-line bg-danger-soft px-3 py-2 text-table">
        {t('direct.points_refused', { n: refusals.length })}
      </p>
    ),
    cell: (row: Row, key: PointKey) => {
      if (!editing || row.is_checked === 1) return formatPoint(row[key]);
      const edit = edits[row.id];
      // What was typed before the month was locked stays, to be read and copied.
      const reason = edit ? undefined : barred(row);
      return (
        <span className="flex flex-col items-end">
          <NumberInput
            className="w-24 text-right"
            step={0.001}
            aria-label={`${directsTechousei.fields[key].label[lang]} ${row.name}`}
            aria-invalid={reasons.has(row.id)}
            {...(reason && { disabled: true, title: reason, 'aria-description': reason })}
            value={edit?.[key] ?? (row[key] as number | null)}
            onChange={(value) => setEdits({ ...edits, [row.id]: { ...edit, [key]: value, version: edit?.version ?? row.version } })}
          />
          {key === 'result_check_point' && reasons.has(row.id) && (
            <span className="max-w-60 text-legend whitespace-normal text-danger">{reasons.get(row.id)}</span>
          )}
        </span>
      );
    },
  };
}
