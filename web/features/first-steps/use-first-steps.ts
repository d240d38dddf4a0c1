import { useQuery } from '@tanstack/react-query';
import type { FirstSteps } from '#contracts/calls/answers/first-steps.ts';
import { read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { ACTIONS } from '../../layout/access.ts';
import { useLocalStorage } from '../../ui/hooks/local-storage.ts';
import { STEPS_DONE } from './steps-done.ts';

export const FIRST_STEPS_KEY = ['first_steps'];

/** The first steps of the company as an Admin sees them. With `pollMs` they are read again while the page is open: imports tick them. */
export function useFirstSteps({ pollMs, enabled = true }: { pollMs?: number; enabled?: boolean } = {}) {
  const { may } = useSession();
  return useQuery({
    queryKey: FIRST_STEPS_KEY,
    ...read<FirstSteps>('first_steps'),
    enabled: enabled && may(ACTIONS.take_first_steps),
    ...(pollMs && { refetchInterval: pollMs }),
  });
}

/** Whether this browser has seen that all steps are done: then it asks no more. */
export function useStepsDone(): [boolean, (done: boolean) => void] {
  return useLocalStorage(STEPS_DONE, false);
}
