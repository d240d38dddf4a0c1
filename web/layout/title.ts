import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { labelText, useText } from '../i18n/index.ts';
import type { RouteHandle } from './page-route.ts';

/** Title, section and required grant of the current route. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
}

/** The title of the current route with its verb: 'Khách hàng · Thêm'. */
export function useRouteTitle(): string {
  const handle = useRouteHandle();
  const { t } = useText();
  const editing = useSyncExternalStore(subscribe, () => editCount > 0);
  if (!handle) return '';
  const verb = handle.verb === 'view' && editing ? 'edit' : handle.verb;
  const title = labelText(handle.title);
  return verb ? `${title} · ${t(`control.${verb}`)}` : title;
}

/** While mounted, marks the viewed record as editable in the title: only its form knows that. */
export function useEditing(editable: boolean): void {
  useLayoutEffect(() => {
    if (!editable) return;
    changeEditCount(1);
    return () => changeEditCount(-1);
  }, [editable]);
}

/** Keeps the window's title: the route's, then the product's name. */
export function useWindowTitle(): void {
  const title = useRouteTitle();
  useEffect(() => {
    document.title = title ? `${title} · Tensu` : 'Tensu';
  }, [title]);
}

let editCount = 0;
const listeners = new Set<() => void>();

function changeEditCount(change: 1 | -1): void {
  editCount += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
