import { useMemo, useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import { useSession } from '../../api/session.tsx';
import type { CellOptions, Row } from '../../crud/list/cell.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { useCheck } from '../../crud/list/use-rows.ts';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { Switch } from '../../ui/inputs/switch.tsx';

/** The cell of a list with the check switch in it, the same at every drawing. */
export function useCheckCell(contract: Contract): NonNullable<CellOptions['cells']> {
  const { may } = useSession();
  const { disabledReason } = useRecordLocks(contract.dated);
  const { mutateAsync } = useCheck(contract.name);
  const allowed = may(grantFor(contract, 'check'));
  return useMemo(() => {
    const check = (id: number, is_checked: 0 | 1) => mutateAsync({ id, is_checked });
    return {
      is_checked: (row) => <CheckSwitch row={row} check={allowed ? check : undefined} reason={allowed ? disabledReason(row) : undefined} />,
    };
  }, [allowed, disabledReason, mutateAsync]);
}

interface CheckSwitchProps {
  row: Row;
  /** Absent for those who only see it. */
  check?: (id: number, is_checked: 0 | 1) => Promise<unknown>;
  reason?: string | undefined;
}

/** The check mark of a row as a switch: shown at once, back with the reason when refused. */
function CheckSwitch({ row, check, reason }: CheckSwitchProps) {
  const { t } = useText();
  const [wanted, setWanted] = useState<boolean>();
  const move = (on: boolean) => {
    setWanted(on);
    const settled = () => setWanted(undefined);
    check?.(row.id, on ? 1 : 0).then(settled, settled);
  };
  return (
    <Switch
      checked={wanted ?? row.is_checked === 1}
      pending={wanted !== undefined}
      disabled={!check}
      reason={reason}
      label={t('page.check_of', { id: row.id })}
      onChange={move}
    />
  );
}
