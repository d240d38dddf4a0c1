import { useEffect, useState } from 'react';

const MAX_MS = 5_000;
const TAKES_OVER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

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

/**
 * Tries something in each frame until it is done, as long as a page still grows: at most for 5 s, and not against a person who scrolls or presses
 * something. Calls `onEnd` in each of these cases, before the person's press is handled. Returns what stops it without that.
 */
export function tryEachFrame(attempt: () => boolean, onEnd: () => void = () => undefined): () => void {
  const began = performance.now();
  let request = 0;
  const stop = () => {
    cancelAnimationFrame(request);
    for (const name of TAKES_OVER) removeEventListener(name, end, { capture: true });
  };
  const end = () => {
    stop();
    onEnd();
  };
  const next = () => {
    if (attempt() || performance.now() - began > MAX_MS) end();
    else request = requestAnimationFrame(next);
  };
  for (const name of TAKES_OVER) addEventListener(name, end, { capture: true, passive: true });
  next();
  return stop;
}

/** A switch as the costly parts of a screen take it: it goes on once the press that set it was answered, and off at once. `initially`: as it begins. */
export function useAfterPaint(on: boolean, initially = on): boolean {
  const [late, setLate] = useState(initially);
  useEffect(() => (on ? afterPaint(() => setLate(true)) : setLate(false)), [on]);
  return on && late;
}
