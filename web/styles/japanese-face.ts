import { whenIdle } from '../ui/hooks/after-paint.ts';

/** Asks for what stands for Japanese until its face is there (`japanese-fallback.css`): before the first words are drawn, not because of them. */
export function loadJapaneseFallback(): void {
  // Without it the system's boxes are drawn.
  document.fonts.load("1em 'Japanese fallback'", '図').catch(() => undefined);
}

/** Loads the Japanese face's 120 chunk declarations off the critical path; the browser then fetches only the chunks a page uses. */
export function loadJapaneseFace(): void {
  whenIdle(() => void import('@fontsource-variable/noto-sans-jp/wght.css'));
}
