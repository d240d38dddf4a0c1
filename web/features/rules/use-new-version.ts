import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { EntityContract } from '#contracts/contract.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { api } from '../../api/client.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { notifyError, notifySaved } from '../../api/notices.ts';
import type { Page } from '../../api/queries.ts';
import { pickChangedValues, toFormValues } from '../../crud/form/form-state.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { listMonths, toMonthOptions } from './rule-months.ts';

export interface VersionOfRule {
  contract: EntityContract;
  row: Row;
  /** The months from which the versions count that are there. */
  taken: readonly string[];
}

/** The month of a new version, the first open one at first, and the call that makes it of what the form says; then its page is opened. */
export function useNewVersion({ contract, row, taken }: VersionOfRule, onMade?: () => void) {
  const { t } = useText();
  const form = useFormContext();
  const client = useQueryClient();
  const navigate = useNavigate();
  const findLock = useFindLock();
  const free = listMonths().filter((month) => !taken.includes(month));
  const open = free.toReversed().find((month) => month >= officeToday().slice(0, 7) && findLock(`${month}-01`) === undefined);
  const [chosen, choose] = useState<string>();
  const month = chosen ?? open ?? free[0]!;
  const { isDirty, dirtyFields } = form.formState;
  const [made, setMade] = useState<number>();
  const make = useMutation({
    mutationFn: () =>
      api.post<Pick<Page<Row>, 'data'> & { warnings?: string[] }>(`${contract.name}/versions`, {
        valid_from: month,
        copy_of: row.id,
        values: pickChangedValues(form.getValues(), dirtyFields, undefined),
      }),
    onSuccess: async ({ data }) => {
      notifySaved('created', t('page.rule_version'), formatMonthKey(month));
      form.reset(toFormValues(contract, row));
      await client.invalidateQueries({ queryKey: [contract.name] });
      setMade((data.find((each) => originOf(each) === originOf(row)) ?? data[0]!).id);
    },
    onError: (error) => notifyError(error),
  });
  // Once nothing is unsaved any more, so that leaving asks nothing.
  useEffect(() => {
    if (made === undefined || isDirty) return;
    onMade?.();
    void navigate(`${contract.path}/${made}/view`);
  }, [made, isDirty, navigate, contract, onMade]);
  return { month, choose, options: toMonthOptions(free), make };
}

/** The row of the first version that a row follows from. */
export const originOf = (row: Row) => row.copied_from ?? row.id;
