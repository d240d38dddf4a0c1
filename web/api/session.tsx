import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Grant, isGranted } from '#contracts/roles.ts';
import { ApiError } from './api-error.ts';
import { api } from './client.ts';
import { onSessionEnd } from './request.ts';
import { closeScenarioOfOthers, setOpenScenario } from './scenario.ts';
import {
  clearToken,
  forgetToken,
  hasSessionFlag,
  onOtherTabSignIn,
  readStoredRoles,
  refreshAccessToken,
  storeRoles,
  storeSignIn,
} from './token.ts';

export interface SessionUser {
  id: number;
  username: string;
  name: string | null;
  email: string | null;
  avatar: string | null;
  roles: { id: number; name: string }[];
  department_id: number | null;
  department: { id: number; name: string } | null;
  department_group: { id: number; group_name: string }[];
  [field: string]: unknown;
}

/** `left`: signed out by the user, so there is no page to return to. `ended`: the session expired during work; the page and its input stay. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; left?: boolean }
  | { status: 'unreachable'; error: unknown }
  | { status: 'signed-in'; user: SessionUser }
  | { status: 'ended'; user: SessionUser };

export interface Session {
  readonly state: SessionState;
  /** The user, also while the session has ended and waits for a new login. */
  readonly user: SessionUser | null;
  /** While the session is loading those of the last visit: enough for the frame, not for a page. */
  readonly roles: readonly string[];
  /** Whether the user may do what needs this grant; the server decides again. */
  readonly may: (grant: Grant | undefined) => boolean;
  /** `otp` is the code of the second factor, required after a `second_factor_required` error. */
  readonly login: (username: string, password: string, otp?: string) => Promise<SessionUser>;
  /** Takes an access token that another kind of login brought (Google, Facebook). */
  readonly signInWithToken: (token: string) => Promise<SessionUser>;
  /** Ends the session; throws when the server cannot be reached, and then the session stays. */
  readonly logout: () => Promise<void>;
  /** Forgets who is signed in, in this tab only: what the login page does when it opens. */
  readonly clear: () => void;
  /** Reads the user again, after the profile changed or when the server could not be reached. */
  readonly reload: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** The sign-in of an earlier visit: the user once they are known, and the promise of them. */
export interface Resumption {
  user?: SessionUser;
  readonly reading: Promise<SessionUser>;
}

/** Begins to read who is signed in, by the refresh cookie; null when nobody can be. */
export function resumeSession(): Resumption | null {
  if (!hasSessionFlag()) return null;
  const resumption: Resumption = { reading: readUser() };
  resumption.reading.then(
    (user) => {
      closeScenarioOfOthers(user.id);
      resumption.user = user;
    },
    // The provider says so.
    () => undefined,
  );
  return resumption;
}

async function readUser(): Promise<SessionUser> {
  await refreshAccessToken();
  return (await api.get<{ data: SessionUser }>('me')).data;
}

/** Holds the signed-in user: goes on with the session that `resumed` found, follows the session's end and other tabs. */
export function SessionProvider({ resumed, children }: { resumed: Resumption | null; children: ReactNode }) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>(() => {
    if (!resumed) return { status: 'signed-out' };
    return resumed.user ? { status: 'signed-in', user: resumed.user } : { status: 'loading' };
  });
  const latest = useRef(state);
  latest.current = state;
  // Counts logouts: a response that arrives after one must not sign in again.
  const epoch = useRef(0);

  const open = useCallback(
    (user: SessionUser) => {
      const before = 'user' in latest.current ? latest.current.user : null;
      // What a person read is nobody else's.
      if (before && before.id !== user.id) queryClient.clear();
      closeScenarioOfOthers(user.id);
      setState({ status: 'signed-in', user });
      if (before) void queryClient.invalidateQueries();
    },
    [queryClient],
  );

  const signIn = useCallback(async () => {
    const { data } = await api.get<{ data: SessionUser }>('me');
    open(data);
    return data;
  }, [open]);

  const signOut = useCallback(
    (left: boolean) => {
      epoch.current += 1;
      clearToken(!left);
      setState({ status: 'signed-out', left });
      queryClient.clear();
    },
    [queryClient],
  );

  const resume = useCallback(
    async (reading = readUser()) => {
      const startEpoch = epoch.current;
      try {
        const user = await reading;
        if (epoch.current === startEpoch) open(user);
        // A logout has told that nobody is signed in; the login page only left this tab, and the others go on.
        else forgetToken();
      } catch (error) {
        if (epoch.current !== startEpoch) return;
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) signOut(false);
        else setState((now) => ('user' in now ? now : { status: 'unreachable', error }));
      }
    },
    [open, signOut],
  );

  useEffect(() => {
    onSessionEnd(() => {
      clearToken(true);
      setState((now) => ('user' in now ? { status: 'ended', user: now.user } : { status: 'signed-out' }));
    });
    if (latest.current.status === 'loading') void resume(resumed?.reading);
    return onOtherTabSignIn((change) => {
      if (change === 'out') signOut(false);
      else void resume();
    });
  }, [resume, signOut, resumed]);

  useEffect(() => {
    if (state.status === 'signed-in') storeRoles(roleNames(state.user));
  }, [state]);

  const session = useMemo<Session>(() => {
    const user = 'user' in state ? state.user : null;
    const roles = user ? roleNames(user) : state.status === 'loading' ? readStoredRoles() : [];
    const signInWithToken = async (token: string) => {
      storeSignIn(token);
      return await signIn();
    };
    return {
      state,
      user,
      roles,
      may: (grant) => (user !== null || roles.length > 0) && isGranted(roles, grant),
      signInWithToken,
      login: async (username, password, otp) => {
        const answer = await api.post<{ access_token: string }>(
          'auth/login',
          { username, password, otp: otp || undefined },
          { auth: false },
        );
        return await signInWithToken(answer.access_token);
      },
      logout: async () => {
        await api.post('auth/logout', {}).catch((error: unknown) => {
          // Nobody is signed in any more.
          if (!(error instanceof ApiError) || error.status !== 401) throw error;
        });
        signOut(true);
        setOpenScenario(null);
      },
      clear: () => {
        epoch.current += 1;
        forgetToken();
        setState({ status: 'signed-out', left: false });
        queryClient.clear();
      },
      reload: async () => {
        if (state.status === 'signed-in') return void (await signIn());
        setState({ status: 'loading' });
        await resume();
      },
    };
  }, [state, queryClient, signIn, signOut, resume]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

const roleNames = ({ roles }: SessionUser) => roles.map((role) => role.name);
