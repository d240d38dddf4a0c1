const MAX_MS = 5_000;
const TAKES_OVER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

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
