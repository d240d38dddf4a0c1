import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { useMatches } from 'react-router';
import { labelText, useText } from '../i18n/index.ts';
import type { RouteHandle } from './page-route.ts';

/** What the current route is called and asks for. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
}

/** The title of the current route, with what is done there: 'Khách hàng · Thêm'. */
export function useRouteTitle(): string {
  const handle = useRouteHandle();
  const { t } = useText();
  const editing = useSyncExternalStore(subscribe, () => editCount > 0);
  if (!handle) return '';
  const verb = handle.verb === 'view' && editing ? 'edit' : handle.verb;
  const title = labelText(handle.title);
  return verb ? `${title} · ${t(`control.${verb}`)}` : title;
}

/** Says while it is on screen that the record viewed can be edited, which only its form knows. */
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
