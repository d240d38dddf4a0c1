import { IS_LOCKING_TEXT, isMonthLockedText } from '../month-lock.ts';
import type { RecordedTable } from './recorded-table.ts';

/**
 * SQL of the triggers that refuse a write into a locked month, whoever writes, and every write of a checked row but its unchecking. An
 * update is refused for the date before and the date after. What every month follows from is refused as busy while one is being locked. Each event has one
 * trigger: a calculation passes them 100,000 times.
 */
export function generateGuardTriggers({ name, dated, checkable, heldWhileLocking = false }: RecordedTable): string[] {
  const locked = (row: 'OLD' | 'NEW') => (dated ? [isMonthLockedText(`${row}.${dated}`)] : []);
  const stillChecked = checkable ? 'OLD.is_checked = 1 AND NEW.is_checked = 1' : undefined;
  const wasChecked = checkable ? 'OLD.is_checked = 1' : undefined;
  return [
    createGuardTrigger(`${name}_guard_insert`, `BEFORE INSERT ON ${name}`, { locked: locked('NEW'), heldWhileLocking }),
    createGuardTrigger(`${name}_guard_update`, `BEFORE UPDATE ON ${name}`, {
      checked: stillChecked,
      locked: [...locked('OLD'), ...locked('NEW')],
      heldWhileLocking,
    }),
    createGuardTrigger(`${name}_guard_delete`, `BEFORE DELETE ON ${name}`, {
      checked: wasChecked,
      locked: locked('OLD'),
      heldWhileLocking,
    }),
  ].filter((sql) => sql !== undefined);
}

interface Guard {
  /** Conditions under which a row is refused as checked, and as one of a locked month. */
  checked?: string | undefined;
  locked: readonly string[];
  heldWhileLocking: boolean;
}

/** A checked row is answered before a locked month, and that before one that is being locked. */
function createGuardTrigger(name: string, event: string, { checked, locked, heldWhileLocking }: Guard): string | undefined {
  const refusals = [
    ...(checked ? [{ code: 'record_checked', when: checked }] : []),
    ...(locked.length > 0 ? [{ code: 'month_locked', when: locked.join('\n  OR ') }] : []),
    ...(heldWhileLocking ? [{ code: 'month_closing', when: IS_LOCKING_TEXT }] : []),
  ];
  if (refusals.length === 0) return undefined;
  const raised = refusals.map(({ code, when }, index) => {
    const isLast = index === refusals.length - 1;
    return `SELECT RAISE(ABORT, '${code}')${isLast ? '' : ` WHERE ${when}`};`;
  });
  return `CREATE TRIGGER ${name} ${event}\nWHEN ${refusals.map(({ when }) => `(${when})`).join('\n  OR ')}\nBEGIN\n  ${raised.join('\n  ')}\nEND`;
}
