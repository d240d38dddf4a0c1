import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ListX } from 'lucide-react';
import type { EntityContract } from '#contracts/contract.ts';
import { rows } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import type { Row } from '../list/cell.tsx';

/** Takes the check mark off a record, so that it can be edited; nothing for who may not. */
export function UncheckButton({ contract, id }: { contract: EntityContract; id: number }) {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => rows.check<Row>(contract.name, { id, is_checked: 0 }),
    onSettled: () => client.invalidateQueries({ queryKey: [contract.name] }),
  });
  return (
    may(contract.access.check) && (
      <Button size="sm" icon={ListX} loading={isPending} onClick={() => mutate()}>
        {t('page.uncheck_chosen')}
      </Button>
    )
  );
}
