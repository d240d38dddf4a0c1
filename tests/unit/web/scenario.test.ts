import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => JSON.stringify({ id: 7, name: 'Thử', user_id: 1 }),
    setItem: vi.fn(),
    removeItem: vi.fn(),
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

it('names the open scenario in every call for rules that a screen of rules makes, and in no other', async () => {
  const { scenarioHeader, setOpenScenario } = await import('../../../web/api/scenario.ts');
  vi.stubGlobal('location', { pathname: '/standards/12/view' });
  for (const path of ['standards', '/standards/12', 'tsubos?as_of=all', 'formula-results/versions', 'standards/import', 'standards/bulk']) {
    expect(scenarioHeader(path), path).toEqual({ 'x-scenario': '7' });
  }
  for (const path of ['directs', 'standards-of-others', 'rule_scenarios/7']) expect(scenarioHeader(path), path).toEqual({});
  vi.stubGlobal('location', { pathname: '/directs/1/view' });
  expect(scenarioHeader('standards')).toEqual({});
  vi.stubGlobal('location', { pathname: '/tsubo' });
  setOpenScenario(null);
  expect(scenarioHeader('tsubos')).toEqual({});
});

it('names it for the totals expressions on the page that holds them', async () => {
  const { scenarioHeader } = await import('../../../web/api/scenario.ts');
  vi.stubGlobal('location', { pathname: '/calculate' });
  expect(scenarioHeader('totals-expressions')).toEqual({ 'x-scenario': '7' });
  for (const path of ['calculations', 'totals', 'totals/export']) expect(scenarioHeader(path), path).toEqual({});
});

it('is open to whoever opened it and signs in again, and to nobody else', async () => {
  const { closeScenarioOfOthers, openScenario } = await import('../../../web/api/scenario.ts');
  closeScenarioOfOthers(1);
  expect(openScenario.get()?.id).toBe(7);
  closeScenarioOfOthers(2);
  expect(openScenario.get()).toBeNull();
});

it('is left where that scenario ends, and stays open where another one does', async () => {
  const { closeScenario, openScenario } = await import('../../../web/api/scenario.ts');
  closeScenario(8);
  expect(openScenario.get()?.id).toBe(7);
  closeScenario(7);
  expect(openScenario.get()).toBeNull();
});
