import { useQuery } from '@tanstack/react-query';
import { type Page, read } from '../../api/client.ts';
import type { PageControls } from '../../crud/list/paged-table.tsx';
import { IN_PLACE, setParam, useAddressParams } from '../../layout/address-params.ts';

/** A page of what a run found; `cause` leaves the jobs of one cause. `param` keeps the page in the address. */
export function useRunRows<R, Sum = unknown>(run: number, part: 'issues' | 'changes', param: string, cause?: string) {
  const pages = useAddressPages(param, 10);
  const query = { page: pages.page, limit: pages.limit, ...(cause !== undefined && { cause }) };
  const answer = useQuery({
    queryKey: ['calculations', run, part, query],
    ...read<Page<R> & { sum?: Sum }>(`calculations/${run}/${part}`, query),
  });
  return { answer, pages };
}

/** The pages of a table inside a page, kept in the address as those of a list are: `changes=2` is its second page. */
function useAddressPages(param: string, initial: number): PageControls {
  const [params, changeAddress] = useAddressParams();
  const sizeParam = `${param}_limit`;
  const go = (page: number, limit: number, replace = false) =>
    changeAddress(
      (address) => {
        address.set(param, String(page));
        setParam(address, sizeParam, limit === initial ? null : String(limit));
      },
      { ...IN_PLACE, replace },
    );
  const page = Math.max(1, Number(params.get(param)) || 1);
  const limit = Number(params.get(sizeParam)) || initial;
  return {
    page,
    limit,
    onPage: (next) => go(next, limit),
    onBeyond: (last) => void go(last, limit, true),
    onLimit: (size) => void go(1, size, true),
  };
}
