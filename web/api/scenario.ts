import { createStore } from '../ui/hooks/store.ts';
import { PLACES } from './places.ts';

/** The scenario whose rules the rule screens show and change, of this window. */
interface OpenScenario {
  id: number;
  name: string;
}

const KEY = 'scenario';
const RULES = PLACES.filter(({ isRule }) => isRule);
const CALLS = new RegExp(`^/?(?:${RULES.map(({ name }) => name).join('|')})(?:[/?]|$)`);

export const openScenario = createStore<OpenScenario | null>(readStored());

/** Has the rule screens of this window show a scenario, or with null the live rules. */
export function setOpenScenario(scenario: OpenScenario | null): void {
  if (scenario) sessionStorage.setItem(KEY, JSON.stringify(scenario));
  else sessionStorage.removeItem(KEY);
  openScenario.set(scenario);
}

/** Whether an address is a screen of rules, which a scenario may be open in. */
export function isRuleScreen(pathname: string): boolean {
  return RULES.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

export function isRuleEntity(name: unknown): boolean {
  return RULES.some((rule) => rule.name === name);
}

/** The header of a call for rules from a screen of rules while a scenario is open; the server refuses those that no scenario takes, such as imports. */
export function scenarioHeader(path: string): Record<string, string> {
  const scenario = openScenario.get();
  if (!scenario || !CALLS.test(path) || !isRuleScreen(location.pathname)) return {};
  return { 'x-scenario': String(scenario.id) };
}

function readStored(): OpenScenario | null {
  const stored: unknown = JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null');
  return typeof stored === 'object' && stored !== null && 'id' in stored && 'name' in stored
    ? { id: Number(stored.id), name: String(stored.name) }
    : null;
}
