import { useEffect, useState } from 'react';

/** Calls a function once what is drawn now was painted. Returns how to call it off. */
export function afterPaint(run: () => void): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Calls a function once the page has nothing else to do, after two seconds at the latest. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run, { timeout: 2000 });
  return () => cancelIdleCallback(id);
}

/** A switch as the costly parts of a screen take it: it goes on once the press that set it was answered, and off at once. `initially`: as it begins. */
export function useAfterPaint(on: boolean, initially = on): boolean {
  const [late, setLate] = useState(initially);
  useEffect(() => (on ? afterPaint(() => setLate(true)) : setLate(false)), [on]);
  return on && late;
}
