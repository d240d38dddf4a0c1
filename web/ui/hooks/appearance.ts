import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'compact' | 'regular' | 'roomy';

const listeners = new Set<() => void>();
const root = () => document.documentElement.dataset;

/** The chosen theme and row height with their setters; public/start.js applies both before the first paint. */
export function useAppearance() {
  const theme = useSyncExternalStore(subscribe, () => (root().theme as Theme | undefined) ?? 'system');
  const density = useSyncExternalStore(subscribe, () => (root().density as Density | undefined) ?? 'regular');
  return {
    theme,
    density,
    setTheme: (next: Theme) => choose('theme', next, 'system'),
    setDensity: (next: Density) => choose('density', next, 'regular'),
  };
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether dark colours are shown, by choice or by the system. */
export function useDark(): boolean {
  const { theme } = useAppearance();
  const system = useSyncExternalStore(subscribeSystem, () => prefersDark.matches);
  return theme === 'system' ? system : theme === 'dark';
}

function subscribeSystem(listener: () => void): () => void {
  prefersDark.addEventListener('change', listener);
  return () => prefersDark.removeEventListener('change', listener);
}

function choose(name: 'theme' | 'density', value: string, unset: string): void {
  if (value === unset) delete root()[name];
  else root()[name] = value;
  try {
    if (value === unset) localStorage.removeItem(`tensu.${name}`);
    else localStorage.setItem(`tensu.${name}`, value);
  } catch {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
