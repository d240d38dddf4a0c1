import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeScenario } from '../../api/scenario.ts';

interface Leaving {
  leaves: number;
}

/** What the way out of a scenario hands to its page, which is not reached where somebody stays with unsaved input. */
export function createLeavingState(id: number): Leaving {
  return { leaves: id };
}

/** Closes the scenario whose way out led to this page. */
export function useClosedOnArrival(): void {
  const id = (useLocation().state as Partial<Leaving> | null)?.leaves;
  useEffect(() => {
    if (id !== undefined) closeScenario(id);
  }, [id]);
}
