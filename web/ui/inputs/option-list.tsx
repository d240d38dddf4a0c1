import { Check, Plus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { keepAtAnchor, roomAround } from '../overlays/position-popover.ts';
import { scaled } from '../scaled.ts';
import type { Option } from './option.ts';

/** As the styles have it: by a finger more is needed than by a pointer. */
const ROW_HEIGHT = scaled(matchMedia('(pointer: coarse)').matches ? 44 : 32);
const VISIBLE_ROWS = 9;
const OVERSCAN_ROWS = 4;
/** A little less than the drawn rows, so that the last one in sight is cut and tells of others. */
const MAX_HEIGHT = scaled(300);
const MIN_HEIGHT = 2 * ROW_HEIGHT;
const MIN_WIDTH = scaled(240);
const MAX_WIDTH = scaled(560);
const STATES = { loading: 'control.searching', failed: 'control.not_read' } as const;

interface OptionListProps {
  id: string;
  label: string | undefined;
  labelledBy: string | undefined;
  anchor: RefObject<HTMLElement | null>;
  rows: readonly Option[];
  active: number;
  isChosen: (option: Option) => boolean;
  optionId: (index: number) => string;
  onChoose: (option: Option) => void;
  onWalk: (index: number) => void;
  state: 'loading' | 'failed' | undefined;
  /** Said where there are no rows. */
  emptyText: string;
  multiple?: boolean;
}

/** The list under a combobox, in the browser's top layer, so that it opens above dialogs; of thousands of rows only those in sight are drawn. */
export function OptionList({
  id,
  label,
  labelledBy,
  anchor,
  rows,
  active,
  isChosen,
  optionId,
  onChoose,
  onWalk,
  state,
  emptyText,
  multiple,
}: OptionListProps) {
  const { t } = useText();
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef(MIN_WIDTH);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN_ROWS);
  const isEmpty = rows.every(({ isAction }) => isAction);
  const drawn = rows.slice(first, first + VISIBLE_ROWS + 2 * OVERSCAN_ROWS);

  useLayoutEffect(() => {
    const [box, rows, field] = [panel.current!, list.current!, anchor.current!];
    const size = () => {
      const { above, below } = roomAround(field.getBoundingClientRect());
      rows.style.maxHeight = `${Math.max(MIN_HEIGHT, Math.min(MAX_HEIGHT, Math.max(above, below)))}px`;
      box.style.width = `${Math.max(field.offsetWidth, wanted.current)}px`;
    };
    box.showPopover();
    // The field grows too, with every chip that begins a line.
    return keepAtAnchor(box, field, { size });
  }, [anchor]);

  // Names that differ only at their end must be distinguishable: the list widens for them, and stays wide while it is open.
  useLayoutEffect(() => {
    const box = panel.current;
    if (!box || drawn.length === 0) return;
    const lacking = Math.max(...[...box.querySelectorAll('.truncate')].map((name) => name.scrollWidth - name.clientWidth));
    if (lacking <= 0 || wanted.current === MAX_WIDTH) return;
    wanted.current = Math.min(box.offsetWidth + lacking, MAX_WIDTH);
    box.style.width = `${wanted.current}px`;
  }, [drawn]);

  useLayoutEffect(() => {
    const box = list.current;
    if (!box || active < 0) return;
    if (active * ROW_HEIGHT < box.scrollTop) box.scrollTop = active * ROW_HEIGHT;
    else if ((active + 1) * ROW_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = (active + 1) * ROW_HEIGHT - box.clientHeight;
    setTop(box.scrollTop);
  }, [active]);

  return (
    <div
      ref={panel}
      popover="manual"
      className="fixed inset-auto m-0 max-w-[92vw] overflow-hidden rounded border-0 bg-raised text-table text-text shadow-float"
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        // Chromium would let Tab into what scrolls, which closes with the field.
        tabIndex={-1}
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-multiselectable={multiple}
        aria-busy={state === 'loading'}
        className="overflow-y-auto"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div role="presentation" className="relative" style={{ height: rows.length * ROW_HEIGHT }}>
          {drawn.map((option, index) => {
            const at = first + index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
              <div
                key={option.value}
                id={optionId(at)}
                role="option"
                aria-selected={isChosen(option)}
                data-active={at === active || undefined}
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                onClick={() => onChoose(option)}
                onPointerMove={() => at !== active && onWalk(at)}
                className={cx('absolute inset-x-0 flex cursor-pointer items-center gap-2 px-3', at === active && 'bg-hover')}
                style={{ top: at * ROW_HEIGHT, height: ROW_HEIGHT }}
              >
                {option.isAction ? (
                  <Plus size={14} className="shrink-0 text-accent" aria-hidden />
                ) : (
                  <Check size={14} className={cx('shrink-0 text-accent', !isChosen(option) && 'opacity-0')} aria-hidden />
                )}
                <span className={cx('min-w-0 flex-1 truncate', option.isAction && 'text-accent')}>{option.label}</span>
                {option.hint && <span className="shrink-0 text-legend text-muted">{option.hint}</span>}
              </div>
            );
          })}
        </div>
      </div>
      <div role="status" className={isEmpty || state === 'failed' ? 'px-3 py-1.5 text-muted' : 'sr-only'}>
        {state ? t(STATES[state]) : isEmpty && emptyText}
      </div>
    </div>
  );
}
