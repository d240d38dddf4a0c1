import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from '../ui/hooks/store.ts';
import { ApiError } from './api-error.ts';
import { PLACES } from './places.ts';

/** The scenario whose rules the rule screens show and change, of this window. */
export interface OpenScenario {
  id: number;
  name: string;
  /** Whose it is: who signs in again in this window is in it still, anybody else sees the live rules. */
  user_id: number;
}

const KEY = 'scenario';
const RULES = PLACES.filter(({ isRule }) => isRule);
/** Names of what a scenario holds, as calls and queries have them. */
const NAMES: readonly string[] = [...RULES.map(({ name }) => name), 'totals-expressions'];
const SCREENS: readonly (string | null)[] = [...RULES.map(({ path }) => path), '/calculate'];
const CALLS = new RegExp(`^/?(?:${NAMES.join('|')})(?:[/?]|$)`);

export const openScenario = createStore<OpenScenario | null>(readStored());

/** Has the rule screens of this window show a scenario, or with null the live rules. */
export function setOpenScenario(scenario: OpenScenario | null): void {
  if (scenario) sessionStorage.setItem(KEY, JSON.stringify(scenario));
  else sessionStorage.removeItem(KEY);
  openScenario.set(scenario);
}

/** Has the rule screens show the live rules where this scenario is open in them: it has ended. */
export function closeScenario(id: number): void {
  if (openScenario.get()?.id === id) setOpenScenario(null);
}

/** Has the rule screens show the live rules unless this person opened the scenario. */
export function closeScenarioOfOthers(userId: number): void {
  const scenario = openScenario.get();
  if (scenario && scenario.user_id !== userId) setOpenScenario(null);
}

/** Has the state of scenarios read again after a refusal that says that one has ended. */
export function refreshScenarioAfterEnd(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && /^scenario_(?:closed|deleted)$/.test(error.code))
    void client.invalidateQueries({ queryKey: ['rule_scenarios'] });
}

/** Whether an address is a screen of rules, which a scenario may be open in. */
export function isRuleScreen(pathname: string): boolean {
  return SCREENS.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

export function isRuleEntity(name: unknown): boolean {
  return NAMES.some((rule) => rule === name);
}

/** Whether a scenario is open and holds the rows of this entity: what only live rules have, such as imports and history, is not offered. */
export function useIsInScenario(entity: string): boolean {
  const isOpen = useStore(openScenario, (scenario) => scenario !== null);
  return isOpen && isRuleEntity(entity);
}

/** The header of a call for rules from a screen of rules while a scenario is open; the server refuses those that no scenario takes, such as imports. */
export function scenarioHeader(path: string): Record<string, string> {
  const scenario = openScenario.get();
  if (!scenario || !CALLS.test(path) || !isRuleScreen(location.pathname)) return {};
  return { 'x-scenario': String(scenario.id) };
}

function readStored(): OpenScenario | null {
  const stored: unknown = JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null');
  return typeof stored === 'object' && stored !== null && 'id' in stored && 'name' in stored && 'user_id' in stored
    ? { id: Number(stored.id), name: String(stored.name), user_id: Number(stored.user_id) }
    : null;
}
