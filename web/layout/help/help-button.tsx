import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { lazyPart } from '../lazy-part.tsx';

const HelpDialog = lazyPart(() => import('./help-dialog.tsx').then((m) => m.HelpDialog));

/** Opens the manual at the chapter of the page, also by '?'. */
export function HelpButton({ iconOnly = true }) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      <Button
        variant="ghost"
        iconOnly={iconOnly}
        icon={CircleQuestionMark}
        className="px-2 text-legend font-normal"
        onClick={() => setOpen(true)}
      >
        {t('app.help')}
      </Button>
      {open && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  );
}
