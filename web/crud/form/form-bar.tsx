import { ArrowLeft, Save, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Contract, labelOf } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';

interface FormBarProps {
  contract: Contract;
  readOnly: boolean;
  dirty: boolean;
  busy: boolean;
  changed: readonly string[];
  /** Shown instead of the text about unsaved changes. */
  note?: string | undefined;
  /** Why saving is disabled. */
  blocked?: string | undefined;
  onCancel: () => void;
  /** Saves and goes on to another record; undefined where there is none. */
  next?: { label: string; onPress: () => void } | undefined;
  /** A line above the buttons. */
  children?: ReactNode;
}

/** The bar that stays at the bottom of a form: Save, Cancel, and what is not saved yet; only Back where nothing can be changed. */
export function FormBar({ contract, readOnly, dirty, busy, changed, note, blocked, onCancel, next, children }: FormBarProps) {
  const { t, lang } = useText();
  if (readOnly) {
    return (
      <div data-chrome className={BAR}>
        <Button icon={ArrowLeft} onClick={onCancel}>
          {t('control.back')}
        </Button>
      </div>
    );
  }
  const names = changed.map((name) => labelOf(contract, name, lang));
  return (
    <div data-chrome className={BAR}>
      {children}
      <Button
        type="submit"
        variant="primary"
        icon={Save}
        loading={busy}
        disabled={blocked !== undefined}
        title={blocked}
        aria-description={blocked}
      >
        {t('control.save')}
      </Button>
      {next && (
        <Button icon={SkipForward} disabled={busy || blocked !== undefined} title={blocked ?? 'Ctrl+Enter'} onClick={next.onPress}>
          {next.label}
        </Button>
      )}
      <Button onClick={onCancel} disabled={busy}>
        {t('control.cancel')}
      </Button>
      {(note || (dirty && !busy)) && (
        <span className="min-w-0 flex-1 basis-40 truncate text-legend text-muted">
          {note ?? t('form.unsaved', { fields: names.join(', ') })}
        </span>
      )}
    </div>
  );
}

const BAR = 'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-page px-1 py-3';
