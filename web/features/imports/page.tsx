import { useCallback } from 'react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import { IMPORT_COLUMNS, IMPORT_STATUS_LABELS, MISSING_NAME_COLUMNS } from '#contracts/calls/imports.ts';
import type { Contract } from '#contracts/contract.ts';
import { CONTRACTS, contractOf } from '#contracts/contracts.ts';
import { useSession } from '../../api/session.tsx';
import { SelectFilter } from '../../crud/filters/filters.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { LogList } from '../history/log-list.tsx';
import { ImportDetail } from './detail.tsx';

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
