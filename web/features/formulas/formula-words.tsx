import type { ReactNode } from 'react';
import { toWords } from '#contracts/calls/formula-words.ts';
import { useText } from '../../i18n/index.ts';

/** A formula in words, its keys in the tooltips. */
export function FormulaWords({ source }: { source: string }): ReactNode {
  const { lang } = useText();
  return toWords(source, lang).map(({ text, key }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text stay in their order.
    <span key={index} title={key}>
      {text}
    </span>
  ));
}
