import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is on its way to paper, where all rows stand and colours are the light ones; and how to send it there. */
export function usePrinting(): { isPrinting: boolean; startPrint: () => void } {
  const [isPrinting, setPrinting] = useState(false);
  const turn = useCallback((on: boolean) => {
    document.documentElement.style.colorScheme = on ? 'light' : '';
    flushSync(() => setPrinting(on));
  }, []);
  useEffect(() => {
    const [before, after] = [() => turn(true), () => turn(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [turn]);
  const startPrint = () => {
    turn(true);
    // The second frame comes after the charts have been drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        print();
        turn(false);
      }),
    );
  };
  return { isPrinting, startPrint };
}
