import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { useText } from '../i18n/index.ts';
import type { RouteHandle } from './page-route.ts';

/** What the current route is called and asks for. */
export function useRouteHandle(): RouteHandle | undefined {
  return useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
}

/** The title of the current route, with what is done there: 'Khách hàng · Thêm'. */
export function useRouteTitle(): string {
  const handle = useRouteHandle();
  const { t } = useText();
  if (!handle) return '';
  return handle.verb ? `${t(handle.title)} · ${t(`control.${handle.verb}`)}` : t(handle.title);
}

/** Keeps the window's title: the route's, then the product's name. */
export function useWindowTitle(): void {
  const title = useRouteTitle();
  useEffect(() => {
    document.title = title ? `${title} · Tensu` : 'Tensu';
  }, [title]);
}
