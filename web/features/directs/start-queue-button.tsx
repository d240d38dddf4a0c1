import { ListChecks } from 'lucide-react';
import { useListContext } from '../../crud/list/list-context.ts';
import { callOrder } from '../../crud/list/list-state.ts';
import { useText } from '../../i18n/index.ts';
import { setParam } from '../../layout/address-params.ts';
import { ButtonLink } from '../../ui/link.tsx';

/** Opens the jobs that the filters of the list leave, in its order, to be checked one by one; nothing for who may not check. */
export function StartQueueButton() {
  const { t } = useText();
  const { list, rights } = useListContext();
  if (!rights.check) return null;
  const query = new URLSearchParams(list.state.filters);
  setParam(query, 'order_by', callOrder(list.state) ?? null);
  return (
    <ButtonLink variant="primary" icon={ListChecks} to={`/directs-techousei/check?${query}`}>
      <span className="max-sm:sr-only">{t('queue.start')}</span>
    </ButtonLink>
  );
}
