import { useSyncExternalStore } from 'react';
import type { Density } from '#contracts/view-state.ts';
import { afterPaint } from '../ui/hooks/after-paint.ts';
import { createStore, useStore } from '../ui/hooks/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const root = document.documentElement.dataset;
const stores = {
  theme: createStore((root.theme as Theme | undefined) ?? 'system'),
  density: createStore((root.density as Density | undefined) ?? 'regular'),
};

/** The chosen theme and row height with their setters; public/start.js applies both before the first paint. */
export function useAppearance() {
  const theme = useStore(stores.theme);
  const density = useStore(stores.density);
  return {
    theme,
    density,
    setTheme: (next: Theme) => {
      keep('theme', next, 'system');
      stores.theme.set(next);
    },
    setDensity: (next: Density) => {
      keep('density', next, 'regular');
      stores.density.set(next);
    },
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

/** Every element is styled again, so the press is answered first: its button shows the choice. */
function keep(name: 'theme' | 'density', value: string, unset: string): void {
  afterPaint(() => {
    if (value === unset) delete root[name];
    else root[name] = value;
  });
  try {
    if (value === unset) localStorage.removeItem(`tensu.${name}`);
    else localStorage.setItem(`tensu.${name}`, value);
  } catch {
    // Storage may be blocked: the choice then lasts until the page is left.
  }
}
