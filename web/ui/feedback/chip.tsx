import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';

/** Something chosen (an active filter, a picked item) that can be taken away. */
export function Chip({ label, children, onRemove }: { label: string; children?: ReactNode; onRemove?: (() => void) | undefined }) {
  const { t } = useText();
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-full pointer-coarse:h-8 bg-accent-soft pl-2.5 text-legend text-text print:pr-2.5">
      <span className="truncate">{children ?? label}</span>
      {onRemove ? (
        <button
          type="button"
          data-chrome
          aria-label={t('control.remove', { label })}
          onClick={onRemove}
          className="ml-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted pointer-coarse:size-8 hover:bg-hover hover:text-text"
        >
          <X size={14} aria-hidden />
        </button>
      ) : (
        <span className="w-2.5" />
      )}
    </span>
  );
}
