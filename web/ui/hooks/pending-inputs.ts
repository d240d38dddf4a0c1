import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** Resolves to false when what was awaited did not come; true when the value is there or nothing is awaited any more. */
type Arrival = Promise<boolean>;

const awaited = createStore<readonly Arrival[]>([]);

/** Registers an input whose value is still on its way, such as an image or the first match of what was typed: forms are saved after it. */
export function trackInput(arrival: Arrival): void {
  awaited.set([...awaited.get(), arrival]);
  void arrival.finally(() => awaited.set(awaited.get().filter((one) => one !== arrival)));
}

/** While `isHeld`, forms are not saved: an input shows a text that is not its value. */
export function useHeldInput(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const never: Arrival = Promise.resolve(false);
    awaited.set([...awaited.get(), never]);
    return () => awaited.set(awaited.get().filter((one) => one !== never));
  }, [isHeld]);
}

export function useInputsAwaited(): boolean {
  return useStore(awaited).length > 0;
}

/** Resolves once no input is awaited any more, also none that set out meanwhile: to false when one did not come. Undefined where none is awaited. */
export function findInputsAwaited(): Arrival | undefined {
  return awaited.get().length > 0 ? waitForInputs() : undefined;
}

async function waitForInputs(): Promise<boolean> {
  while (awaited.get().length > 0) {
    const results = await Promise.all(awaited.get());
    if (results.includes(false)) return false;
  }
  return true;
}
