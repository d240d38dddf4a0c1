import { useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import ShortcutsDialog from '../shortcuts-dialog.tsx';
import { ChapterText } from './chapter-text.tsx';
import { CHAPTERS, findChapter } from './chapters.ts';

/** The chapter of the page below, with the ways to the whole manual and to the shortcuts; what is typed on the page stays. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t, lang } = useText();
  const chapter = findChapter(useLocation().pathname) ?? CHAPTERS[0]!;
  const [isShortcuts, setShortcuts] = useState(false);
  if (isShortcuts) return <ShortcutsDialog open onClose={onClose} />;
  return (
    <Dialog
      open
      size="lg"
      title={chapter.title[lang]}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setShortcuts(true)}>{t('app.shortcuts')}</Button>
          <ButtonLink variant="primary" to={`/help/${chapter.id}`} onClick={onClose}>
            {t('app.whole_manual')}
          </ButtonLink>
        </>
      }
    >
      {/* A long text is scrolled by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus */}
      <section aria-label={chapter.title[lang]} tabIndex={0} className="rounded">
        <ChapterText chapter={chapter} />
      </section>
    </Dialog>
  );
}
