import { EVERYONE, type Grant, holds } from '#contracts/roles.ts';

export type Verdict = 'wait' | 'login' | 'refused' | 'open';

/** Whether somebody may open a page: `wait` while it is not known who is there. A page without a grant is open to every logged-in user. */
export function accessTo(grant: Grant | undefined, session: { status: string; roles: readonly string[] }): Verdict {
  if (session.status === 'loading' || session.status === 'unreachable') return 'wait';
  if (session.status === 'signed-out') return 'login';
  return holds(session.roles, grant ?? EVERYONE) ? 'open' : 'refused';
}

/** The login address that comes back to `path` afterwards; the start page needs no way back. */
export function loginPath(path: string): string {
  return path === '/' || path === '/home' ? '/login' : `/login?return_to=${encodeURIComponent(path)}`;
}

/** Where to go after the login: an address of this app, never another site's. */
export function returnPath(search: URLSearchParams): string {
  const path = search.get('return_to') ?? '';
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : '/home';
}
