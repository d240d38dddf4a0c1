import { isMonthLockedText } from '../month-lock.ts';
import type { RecordedTable } from './recorded-table.ts';

/**
 * SQL of the triggers that refuse a write into a locked month, whoever writes, and every write of a checked row but its unchecking. An
 * update is refused for the date before and the date after. Each event has one trigger: a calculation passes them 100,000 times.
 */
export function generateGuardTriggers({ name, dated, checkable }: RecordedTable): string[] {
  const locked = (row: 'OLD' | 'NEW') => (dated ? [isMonthLockedText(`${row}.${dated}`)] : []);
  const stillChecked = checkable ? 'OLD.is_checked = 1 AND NEW.is_checked = 1' : undefined;
  const wasChecked = checkable ? 'OLD.is_checked = 1' : undefined;
  return [
    trigger(`${name}_guard_insert`, `BEFORE INSERT ON ${name}`, undefined, locked('NEW')),
    trigger(`${name}_guard_update`, `BEFORE UPDATE ON ${name}`, stillChecked, [...locked('OLD'), ...locked('NEW')]),
    trigger(`${name}_guard_delete`, `BEFORE DELETE ON ${name}`, wasChecked, locked('OLD')),
  ].filter((sql) => sql !== undefined);
}

/** A checked row is answered before a locked month. */
function trigger(name: string, event: string, checked: string | undefined, locked: readonly string[]): string | undefined {
  const conditions = [...(checked ? [`(${checked})`] : []), ...locked];
  if (conditions.length === 0) return undefined;
  const refusals = [
    ...(checked ? [`SELECT RAISE(ABORT, 'record_checked') WHERE ${checked};`] : []),
    ...(locked.length > 0 ? ["SELECT RAISE(ABORT, 'month_locked');"] : []),
  ];
  return `CREATE TRIGGER ${name} ${event}\nWHEN ${conditions.join('\n  OR ')}\nBEGIN\n  ${refusals.join('\n  ')}\nEND`;
}
