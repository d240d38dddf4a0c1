import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { notifyError } from '../../api/notices.ts';
import { read } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { toOption } from '../../crud/pickers/ref-options.ts';
import type { Option } from '../../ui/inputs/option.ts';

/** The work categories of the form's customer (`id`), none where it has none of its own; undefined while they are not known. */
export function useCustomerWorks(): { id: number; options: readonly Option[] } | undefined {
  const customer = (useWatch({ name: 'customer_id' }) as number | null) ?? null;
  const { formState } = useFormContext();
  const { data, error } = useQuery({
    queryKey: ['work-categories', 'of-customer', customer],
    ...read(`work-categories/customers/${customer}`, {}, (works: Row[]) => ({
      id: customer!,
      options: works.map((work) => toOption('work-categories', work)),
    })),
    enabled: customer !== null,
    staleTime: 60_000,
    placeholderData: undefined,
    meta: { silent: true },
  });
  const failure = formState.dirtyFields.customer_id ? error : null;
  useEffect(() => {
    if (failure) notifyError(failure);
  }, [failure]);
  return data;
}

/** A record that came along with another one, as an entry of a picker. */
export function relatedOption(entity: string, row: unknown): Option | undefined {
  return row ? toOption(entity, row as Row) : undefined;
}
