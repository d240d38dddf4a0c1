import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatPlainNumber, translate, useText } from '../../i18n/index.ts';
import { keepAtAnchor } from '../overlays/position-popover.ts';

interface NumberReadingsProps {
  anchor: RefObject<HTMLElement | null>;
  typed: string;
  readings: readonly number[];
  onChoose: (number: number) => void;
}

/** Asks below a field which number was meant, in the browser's top layer, as a table would cut it off. */
export function NumberReadings({ anchor, typed, readings, onChoose }: NumberReadingsProps) {
  const { t } = useText();
  const panel = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    panel.current!.showPopover();
    return keepAtAnchor(panel.current!, anchor.current!, { align: 'end' });
  }, [anchor]);
  const question = t('form.which_number', { typed });
  return (
    <fieldset
      ref={panel}
      popover="manual"
      aria-label={question}
      className="fixed inset-auto m-0 flex max-w-[92vw] items-center gap-2 rounded border-0 bg-raised py-1.5 pr-1.5 pl-3 text-table text-text shadow-float"
    >
      <span role="status">{question}</span>
      {readings.map((number) => (
        <button
          key={number}
          type="button"
          data-reading
          className="h-7 rounded border border-line-strong bg-surface px-2.5 font-medium tabular-nums hover:border-muted hover:bg-hover"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(number)}
        >
          {formatPlainNumber(number)}
        </button>
      ))}
    </fieldset>
  );
}

/** A typed text that is not taken as a number: it is none, or it could be one of several. No schema and no call takes it for a number. */
export interface UnreadNumber {
  typed: string;
  /** The numbers it could be; the person chooses one. */
  readings: readonly number[];
}

/** The content of a number's field; null when it is empty. */
export type NumberValue = number | UnreadNumber | null;

export const isUnreadNumber = (value: unknown): value is UnreadNumber => typeof value === 'object' && value !== null && 'readings' in value;

/** The message for a value that could be several numbers; undefined for any other. */
export function unclearNumberMessage(value: unknown): string | undefined {
  return isUnreadNumber(value) && value.readings.length > 0 ? translate('form.number_unclear', { typed: value.typed }) : undefined;
}
