import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/** Edits a copy of the address's parameters and goes there. The promise ends once the address has followed. */
export type ChangeAddress = (edit: (params: URLSearchParams) => void, options?: NavigateOptions) => Promise<void>;

/** For what is opened inside a page: Back leaves the page, and the page stays where it is scrolled to. */
export const IN_PLACE: NavigateOptions = { replace: true, preventScrollReset: true };

/**
 * The parameters of the address as they are drawn, and how to change them. A change begins with what the address says, not with what is drawn, as
 * React Router's own setter does: of two presses in quick succession the second would undo the first.
 */
export function useAddressParams(): readonly [params: URLSearchParams, change: ChangeAddress] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    async (edit, options) => {
      const next = new URLSearchParams(window.location.search);
      edit(next);
      await navigate(`?${next}`, options);
    },
    [navigate],
  );
  return [params, change];
}

/** Sets a parameter, or takes it away where there is no value. */
export function setParam(params: URLSearchParams, name: string, value: string | null): void {
  if (value) params.set(name, value);
  else params.delete(name);
}

/**
 * Writes a parameter that is read only when the page is opened again, by Back or a reload. Unlike a change through the router it draws nothing:
 * each link of a page is drawn again with the router's address.
 */
export function noteInAddress(name: string, value: string): void {
  const params = new URLSearchParams(window.location.search);
  setParam(params, name, value);
  window.history.replaceState(
    window.history.state,
    '',
    `${params.size > 0 ? `?${params}` : window.location.pathname}${window.location.hash}`,
  );
}

/** The search part of an address without a parameter that the router may not know of (`noteInAddress`). */
export function withoutParam(search: string, name: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(name)) return search;
  params.delete(name);
  return params.size > 0 ? `?${params}` : '';
}
