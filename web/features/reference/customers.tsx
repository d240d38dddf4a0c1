import { FileText, History } from 'lucide-react';
import { deliveriesPath } from '#contracts/calls/deliveries.ts';
import { customers } from '#contracts/entities/customers.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { FormSection } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import { HistoryDialog } from '../../crud/history/history-dialog.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { ListTools } from '../../crud/list/list-tools.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Opened, useOpened } from '../../layout/lazy-part.tsx';
import { IconButton, IconLink } from '../../ui/button.tsx';
import { ToneLegend, ToneMark } from '../../ui/table/row-tone.tsx';

export function CustomerList() {
  const { t } = useText();
  const { may } = useSession();
  const shown = useOpened<Row>();
  return (
    <>
      <ListPage
        contract={customers}
        tools={<ListTools legend={<ToneLegend entries={[{ tone: 'crawled', label: t('page.customer_incomplete') }]} />} />}
        table={{
          rowStyle: (row) => (row.is_updated === 1 ? { tone: 'crawled' } : {}),
          rowIcon: (row) => row.is_updated === 1 && <ToneMark tone="crawled" label={t('page.customer_incomplete')} />,
          rowActions: (row) => (
            <>
              {may(ACTIONS.see_data) && <IconLink icon={FileText} label={t('route.deliveries')} to={deliveriesPath(row.id)} />}
              <IconButton icon={History} size="sm" label={t('control.history')} onClick={() => shown.set(row)} />
            </>
          ),
        }}
      />
      <Opened by={shown}>
        {(row, close) => (
          <HistoryDialog contract={customers} row={row} call="customers_history" query={{ customer_id: row.id }} onClose={close} />
        )}
      </Opened>
    </>
  );
}

export function CustomerForm() {
  return (
    <FormPage contract={customers} history={{ call: 'customers_history', parameter: 'customer_id' }}>
      <FormSection fields={['code', 'name', 'work_category', 'phone_number', 'fax', 'receipt_date', 'address']} />
    </FormPage>
  );
}
