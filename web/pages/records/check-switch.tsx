import type { Entity } from '#contracts/entity.ts';
import { STAFF } from '#contracts/roles.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/cell.tsx';
import { useRecordLocks } from '../../crud/record-locks.tsx';
import { useCheck } from '../../crud/use-rows.ts';
import { useText } from '../../i18n/index.ts';
import { Switch } from '../../ui/switch.tsx';

/** The check mark of a row as a switch: shown at once, back with the reason when refused; a Viewer only sees it, in a locked month everybody. */
export function CheckSwitch({ contract, row }: { contract: Entity; row: Row }) {
  const { t } = useText();
  const { may } = useSession();
  const { mutate, isPending, variables } = useCheck(contract.name);
  const { barred } = useRecordLocks(contract.dated);
  const allowed = may(STAFF);
  const checked = isPending && variables ? variables.is_checked === 1 : row.is_checked === 1;
  return (
    <Switch
      checked={checked}
      pending={isPending}
      disabled={!allowed}
      reason={allowed ? barred(row) : undefined}
      label={t('page.check_of', { id: row.id })}
      onChange={(on) => mutate({ id: row.id, is_checked: on ? 1 : 0 })}
    />
  );
}
