import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { notifyError } from '../../api/notices.ts';
import { rowQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { toOption } from '../../crud/pickers/ref-options.ts';
import type { Option } from '../../ui/inputs/option.ts';

interface Designer {
  department?: Option;
  group?: Option;
}

/**
 * Department and group of the designer who was picked last; a slower answer to an earlier pick is dropped. Their names come with the person's row,
 * because the records of another department may not be read.
 */
export function useDesigner(fill: (department: number | null, group: number | null) => void) {
  const client = useQueryClient();
  const latest = useRef<number | null>(null);
  const [known, setKnown] = useState<Designer>({});
  const pick = async (id: number | null) => {
    latest.current = id;
    if (id === null) return;
    try {
      const user = await client.fetchQuery(rowQuery<Row>('users', id));
      if (latest.current !== id || user.department_id === undefined) return;
      setKnown({
        department: relatedOption('departments', user.department),
        group: relatedOption('department_groups', user.department_groups),
      });
      fill((user.department_id as number | null) ?? null, (user.dept_grp_id as number | null) ?? null);
    } catch (error) {
      if (latest.current === id) notifyError(error);
    }
  };
  return { ...known, pick: (id: number | null) => void pick(id) };
}

/** The work categories of a customer; undefined options while they are not known, or where the customer has none of its own. */
export function useCustomerWorks(customer: number | null) {
  const client = useQueryClient();
  const { data } = useQuery({ ...worksQuery(customer ?? 0), enabled: customer !== null });
  const latest = useRef<number | null>(null);
  return {
    options: data && data.length > 0 ? data : undefined,
    /** The same for the customer just picked; null when another was picked meanwhile, or there are none. */
    read: async (id: number | null): Promise<readonly Option[] | null> => {
      latest.current = id;
      if (id === null) return null;
      const works = await client.fetchQuery(worksQuery(id)).catch(() => []);
      return latest.current === id && works.length > 0 ? works : null;
    },
  };
}

function worksQuery(customer: number) {
  return queryOptions({
    queryKey: ['work-categories', 'of-customer', customer],
    queryFn: async ({ signal }) => {
      const works = await api.get<Row[]>(`work-categories/customers/${customer}`, { signal });
      return works.map((work) => toOption('work-categories', work));
    },
    staleTime: 60_000,
    placeholderData: undefined,
  });
}

function relatedOption(entity: string, row: unknown): Option | undefined {
  return row ? toOption(entity, row as Row) : undefined;
}
