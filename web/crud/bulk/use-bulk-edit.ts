import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkBody } from '#contracts/calls/declared/bulk.ts';
import { ApiError, errorLines } from '../../api/api-error.ts';
import type { ChosenRecords } from '../list/use-selection.ts';
import { type BulkOutcome, useBulkRun } from './use-bulk-run.ts';

/** What is written into each of the records. */
export type BulkValues = Pick<BulkBody, 'values' | 'versions' | 'skip_without_points'>;

/**
 * An edit of many records from its dry run to its outcome. Where the filters mean another number of records by now, `newTotal` says how many, and
 * `retry` tries those.
 */
export function useBulkEdit(entity: string, chosen: ChosenRecords, onEnd: (outcome: BulkOutcome) => void) {
  const client = useQueryClient();
  const [records, setRecords] = useState(chosen);
  const [values, setValues] = useState<BulkValues>({});
  const trial = useBulkRun(entity);
  const edit = useBulkRun(entity, (outcome) => {
    void client.invalidateQueries();
    onEnd(outcome);
  });
  const start = (given: BulkValues, of: ChosenRecords) => {
    setValues(given);
    edit.reset();
    trial.start({ ...toBody(of), ...given, dry_run: true });
  };
  const newTotal = readNewTotal(edit.error) ?? readNewTotal(trial.error);
  const error = edit.error ?? trial.error;
  return {
    trial,
    edit,
    values,
    count: 'ids' in records ? records.ids.length : records.expected,
    newTotal,
    problem: error && newTotal === undefined ? errorLines(error).join(' ') : undefined,
    tryOut: (given: BulkValues) => start(given, records),
    write: (more: BulkValues = {}) => edit.start({ ...toBody(records), ...values, ...more }),
    retry: () => {
      if ('ids' in records || newTotal === undefined) return;
      const now = { ...records, expected: newTotal };
      setRecords(now);
      start(values, now);
    },
    goBack: () => {
      trial.reset();
      edit.reset();
    },
  };
}

export type BulkEditing = ReturnType<typeof useBulkEdit>;

const toBody = (records: ChosenRecords): BulkBody =>
  'ids' in records ? { ids: [...records.ids] } : { filter: { ...records.filter }, expected: records.expected };

function readNewTotal(error: unknown): number | undefined {
  const total = error instanceof ApiError && error.status === 409 ? error.current?.total : undefined;
  return typeof total === 'number' ? total : undefined;
}
