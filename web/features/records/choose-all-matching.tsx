import { useMutation } from '@tanstack/react-query';
import { CopyCheck } from 'lucide-react';
import { readPage } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useListContext } from '../../crud/list/list-context.ts';
import { toListQuery } from '../../crud/list/list-state.ts';
import { useRows } from '../../crud/list/use-rows.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';

/** Chooses every record that the filters of the list around it mean, those of other pages too; nothing where all are chosen. */
export function ChooseAllMatching() {
  const { contract, list, chosen } = useListContext();
  const { t } = useText();
  const narrow = useNarrow();
  const { size } = useStore(chosen.ids);
  const total = useRows<Row>(contract, list.state).data?.total ?? 0;
  const choose = useMutation({
    mutationFn: () => readPage<Row>(contract.name, { ...toListQuery(list.state), page: 1, limit: total }),
  });
  // Not called once other filters or Esc took the bar away.
  const onSuccess = ({ data }: { data: Row[] }) => chosen.choose(data);
  return (
    total > size && (
      <Button
        size="sm"
        icon={CopyCheck}
        iconOnly={narrow}
        loading={choose.isPending}
        onClick={() => choose.mutate(undefined, { onSuccess })}
      >
        {t('list.choose_matching', { n: formatNumber(total) })}
      </Button>
    )
  );
}
