import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { positionPopover } from './position-popover.ts';

interface PopoverPanelProps extends ComponentProps<'div'> {
  /** What the button that opens it says as its `popoverTarget`. */
  id: string;
  align?: 'start' | 'end';
}

/** What a button opens below itself in the browser's own popover, which closes by Esc, by a press beside it, or `hidePopover`. */
export function PopoverPanel({ align = 'end', className, ...rest }: PopoverPanelProps) {
  return (
    <div
      {...rest}
      popover="auto"
      onToggle={({ newState, currentTarget: panel }) =>
        newState === 'open' && positionPopover(panel, document.querySelector(`[popovertarget="${panel.id}"]`)!, 4, align)
      }
      className={cx('fixed inset-auto m-0 rounded border-0 bg-raised text-text shadow-float', className)}
    />
  );
}
