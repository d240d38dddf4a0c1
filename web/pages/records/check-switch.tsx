import { STAFF } from '#contracts/roles.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/cell.tsx';
import { useCheck } from '../../crud/use-rows.ts';
import { useText } from '../../i18n/index.ts';
import { Switch } from '../../ui/switch.tsx';

/** The check mark of a row as a switch: shown at once, back with the reason when refused; a Viewer only sees it. */
export function CheckSwitch({ entity, row }: { entity: string; row: Row }) {
  const { t } = useText();
  const { may } = useSession();
  const { mutate, isPending, variables } = useCheck(entity);
  const checked = isPending && variables ? variables.is_checked === 1 : row.is_checked === 1;
  return (
    <Switch
      checked={checked}
      pending={isPending}
      disabled={!may(STAFF)}
      label={t('page.check_of', { id: row.id })}
      onChange={(on) => mutate({ id: row.id, is_checked: on ? 1 : 0 })}
    />
  );
}
