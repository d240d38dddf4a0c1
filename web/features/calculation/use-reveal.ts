import { useEffect, useRef } from 'react';

/**
 * For a list whose last item is a button that shows further items in its place: `reveal` notes the press, and the focus goes to the first of the
 * items once it is there.
 */
export function useReveal() {
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<{ item: Element | undefined; index: number } | null>(null);
  useEffect(() => {
    const revealed = button.current && list.current?.children[button.current.index];
    if (!revealed || revealed === button.current?.item) return;
    button.current = null;
    revealed.querySelector<HTMLElement>('a, button')?.focus();
  });
  const reveal = (index: number) => {
    button.current = { item: list.current?.children[index], index };
  };
  return { list, reveal };
}
