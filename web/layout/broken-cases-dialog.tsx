import type { BrokenCase } from '#contracts/calls/answers/rule-cases.ts';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { BrokenCases } from './broken-cases.tsx';

interface BrokenCasesDialogProps {
  cases: readonly BrokenCase[];
  onAnswer: (accepted: boolean) => void;
}

/** Shows the worked examples that a change of rules would give other points, before it is saved. */
export default function BrokenCasesDialog({ cases, onAnswer }: BrokenCasesDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      size="lg"
      onClose={() => onAnswer(false)}
      title={t('notice.broken_title', { n: cases.length })}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('notice.broken_back')}</Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t('notice.broken_accept')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">{t('notice.broken_text')}</p>
      <BrokenCases cases={cases} />
    </Dialog>
  );
}
