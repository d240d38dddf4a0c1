import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Loader } from '../ui/feedback/loader.tsx';
import { AppLayout } from './app-layout.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { loadPage, type PageRoute, type RouteHandle } from './page-route.ts';
import { Root } from './root.tsx';

/** Pages behind the login, inside the frame, and those without one, on the quiet layout. */
interface RouteTable {
  pages: readonly PageRoute[];
  publicPages: readonly PageRoute[];
}

/** The browser's router over a route table. */
export function createRouter(table: RouteTable) {
  return createBrowserRouter(routeObjects(table));
}

function routeObjects({ pages, publicPages }: RouteTable): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Loader,
      children: [
        { Component: AuthLayout, children: publicPages.map(toRoute) },
        // The frame is drawn while the code of its page is on the way.
        { Component: AppLayout, children: [START, ...pages.map((page) => ({ ...toRoute(page), HydrateFallback: NoPageYet }))] },
        { path: '*', handle: { title: 'route.not_found', section: null } satisfies RouteHandle, Component: NotFound },
      ],
    },
  ];
}

const NoPageYet = () => null;

/** The bare address leads to the dashboard, whoever comes. */
const START: RouteObject = {
  path: '/',
  handle: { title: 'route.home', section: null } satisfies RouteHandle,
  element: <Navigate replace to="/home" />,
};

function toRoute({ path, title, verb, wide, section = path, roles, page, firstTexts }: PageRoute): RouteObject {
  return {
    path,
    handle: { title, verb, wide, section, roles } satisfies RouteHandle,
    ErrorBoundary: ErrorPage,
    lazy: async () => ({ Component: await loadPage({ page, firstTexts }).catch(throwOnRender) }),
  };
}

/** A lazy route that rejects would leave the router on its start-up fallback; one that throws while drawing reaches the boundary. */
function throwOnRender(error: unknown): () => never {
  return () => {
    throw error;
  };
}
