import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isRuleEntity, isRuleScreen, openScenario } from '../api/scenario.ts';
import { useStore } from '../ui/hooks/store.ts';

/** Forgets the rules that were read when a scenario is entered, left or exchanged: those read inside are not the live ones, and the reverse. */
export function useScenarioRules(): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const scenario = useStore(openScenario);
  const shown = scenario && isRuleScreen(pathname) ? scenario.id : null;
  const known = useRef(shown);
  useEffect(() => {
    if (known.current === shown) return;
    known.current = shown;
    void client.resetQueries({ predicate: ({ queryKey: [entity] }) => isRuleEntity(entity) });
  }, [shown, client]);
}
