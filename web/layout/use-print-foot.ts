import { useEffect } from 'react';

/**
 * Names what is shown at the foot of every sheet that is printed, beside the number of the page: what it is, whose, of which month. By a constructed
 * style sheet, as the content security policy takes no other that a page makes.
 */
export function usePrintFoot(text: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const quoted = text.replace(/["\\\n\r\f]/g, ' ');
    sheet.replaceSync(`@page { @bottom-left { content: "${quoted}"; font: 9px Inter, sans-serif; } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
}
