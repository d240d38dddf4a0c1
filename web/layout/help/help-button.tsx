import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../lazy-part.tsx';

const HelpDialog = lazyPart(() => import('./help-dialog.tsx').then((m) => m.HelpDialog));

/** Opens the manual at the chapter of the page, also by '?'. `className`: with its words, as the sidebar has it. */
export function HelpButton({ className }: { className?: string }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      {className ? (
        <button type="button" onClick={() => setOpen(true)} className={className}>
          <CircleQuestionMark size={16} aria-hidden />
          {t('app.help')}
        </button>
      ) : (
        <IconButton icon={CircleQuestionMark} label={t('app.help')} onClick={() => setOpen(true)} />
      )}
      {open && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  );
}
