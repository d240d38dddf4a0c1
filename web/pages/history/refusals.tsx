import { REFUSAL_PARAMS, type RefusalRow } from '#contracts/calls/history.ts';
import type { Column } from '#contracts/contract.ts';
import { RefFilter } from '../../crud/filters/filters.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { LogList } from './log-list.tsx';

const { user_id } = REFUSAL_PARAMS;
const COLUMNS: Column[] = [
  { key: 'last_at', label: { vi: 'Lần cuối', en: 'Last' }, kind: 'datetime' },
  { key: 'user_name', label: user_id.label, kind: 'text' },
  { key: 'route', label: { vi: 'Lời gọi', en: 'Call' }, kind: 'text' },
  { key: 'status', label: { vi: 'Mã trả lời', en: 'Status' }, kind: 'integer' },
  { key: 'count', label: { vi: 'Số lần', en: 'Times' }, kind: 'integer' },
  { key: 'first_at', label: { vi: 'Lần đầu', en: 'First' }, kind: 'datetime' },
];

/** What signed-in people were refused, by person and call. */
export function Refusals() {
  const { t } = useText();
  return (
    <LogList<RefusalRow & Row>
      call="security_refusals"
      label={t('history.refusals')}
      columns={COLUMNS}
      labels={[{ name: 'user_id', label: user_id.label, entity: 'users' }]}
      filters={<RefFilter name="user_id" label={user_id.label} entity="users" />}
      empty={t('list.no_record')}
    />
  );
}
