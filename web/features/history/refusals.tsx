import type { RefusalRow } from '#contracts/calls/answers/history.ts';
import { REFUSAL_COLUMNS, REFUSAL_PARAMS } from '#contracts/calls/history.ts';
import type { Row } from '../../api/client.ts';
import { RefFilter } from '../../crud/filters/filters.tsx';
import { useText } from '../../i18n/index.ts';
import { LogList } from './log-list.tsx';

const { user_id } = REFUSAL_PARAMS;

/** Lists the refusals of signed-in people, by person and call. */
export function RefusalsPage() {
  const { t } = useText();
  return (
    <LogList<RefusalRow & Row>
      call="security_refusals"
      columns={REFUSAL_COLUMNS}
      labels={[{ name: 'user_id', label: user_id.label, entity: 'users' }]}
      filters={<RefFilter name="user_id" label={user_id.label} entity="users" />}
      empty={t('history.nothing')}
    />
  );
}
