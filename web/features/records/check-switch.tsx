import { useMemo, useState } from 'react';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import type { CellOptions } from '../../crud/list/cell.tsx';
import { useRecordLocks } from '../../crud/list/record-locks.tsx';
import { useCheck } from '../../crud/list/use-rows.ts';
import { recordTitle } from '../../crud/pickers/ref-options.ts';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Switch } from '../../ui/inputs/switch.tsx';
import { useAskWithoutPoints } from './without-points.tsx';

/** The cell of a list with the check switch in it, the same at every drawing. */
export function useCheckCell(contract: Contract): NonNullable<CellOptions['cells']> {
  const { may } = useSession();
  const { disabledReason } = useRecordLocks(contract.dated);
  const { mutateAsync } = useCheck(contract.name);
  const allowed = may(grantFor(contract, 'check'));
  return useMemo(() => {
    const check = (id: number, is_checked: 0 | 1) => mutateAsync({ id, is_checked });
    return {
      is_checked: (row) => (
        <CheckSwitch contract={contract} row={row} check={allowed ? check : undefined} reason={allowed ? disabledReason(row) : undefined} />
      ),
    };
  }, [contract, allowed, disabledReason, mutateAsync]);
}

interface CheckSwitchProps {
  contract: Contract;
  row: Row;
  /** Absent for those who only see it. */
  check?: (id: number, is_checked: 0 | 1) => Promise<unknown>;
  reason?: string | undefined;
}

/** The check mark of a row as a switch: shown at once, back with the reason when refused. A job without points is asked about first. */
function CheckSwitch({ contract, row, check, reason }: CheckSwitchProps) {
  const { t } = useText();
  const narrow = useNarrow();
  const name = recordTitle(contract.name, row);
  const [wanted, setWanted] = useState<boolean>();
  const { mayCheck, dialog } = useAskWithoutPoints(contract);
  const move = async (on: boolean) => {
    setWanted(on);
    try {
      if (!check || (on && !(await mayCheck(row)))) return;
      await check(row.id, on ? 1 : 0);
      if (narrow) offerToTakeBack(on);
    } catch {
      // A notice has said why; the switch shows the record's own mark again.
    } finally {
      setWanted(undefined);
    }
  };
  /** A thumb that meant the button beside it has another press to take it back. */
  const offerToTakeBack = (on: boolean) =>
    notify.success({
      key: `check ${row.id}`,
      title: t(on ? 'page.checked_one' : 'page.unchecked_one', { name }),
      action: { label: t('notice.undo'), onClick: () => void move(!on) },
    });
  return (
    <span title={check ? undefined : t('app.forbidden')}>
      <Switch
        checked={wanted ?? row.is_checked === 1}
        pending={wanted !== undefined}
        disabled={!check}
        reason={reason}
        label={t('page.check_of', { name })}
        onChange={(on) => void move(on)}
      />
      {dialog}
    </span>
  );
}
