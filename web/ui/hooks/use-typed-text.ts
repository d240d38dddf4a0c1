import { useEffect, useRef, useState } from 'react';

/**
 * What is typed of a text that is kept elsewhere, and applied there some time after the last key, or at once by `apply`. Another text from
 * there replaces what is typed, but not one that was applied here: while that came about, the next keys were typed already.
 */
export function useTypedText(applied: string, applyText: (text: string) => void, delayMs: number) {
  const [typed, setTyped] = useState(applied);
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const place = pending.current.indexOf(applied);
    pending.current = pending.current.slice(place + 1);
    if (place === -1) setTyped(applied);
  }, [applied]);
  const apply = () => {
    const text = typed.trim();
    if (text === applied) return;
    if (text !== pending.current.at(-1)) pending.current.push(text);
    applyText(text);
  };
  useEffect(() => {
    const timer = setTimeout(apply, delayMs);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, apply };
}
