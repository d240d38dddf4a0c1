import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../ui/hooks/after-paint.ts';

/** Whether the page is being printed, with all rows and in light colours; and how to print it. The browser takes for paper what is there when `beforeprint` ends. */
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
    // The button shows the press before all rows are drawn.
    afterPaint(() => {
      turn(true);
      // The second frame comes after the charts have been drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          print();
          turn(false);
        }),
      );
    });
  };
  return { isPrinting, startPrint };
}
