import { useText } from '../../i18n/index.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import type { Question } from './question.ts';

/** The dialog behind `useConfirm`; loaded with the first question. */
export default function ConfirmDialog({
  question,
  open,
  onAnswer,
}: {
  question: Question;
  open: boolean;
  onAnswer: (yes: boolean) => void;
}) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={question.title}
      footer={
        <>
          <Button onClick={() => onAnswer(false)} autoFocus={question.danger}>
            {question.no ?? t('control.cancel')}
          </Button>
          <Button variant={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)} autoFocus={!question.danger}>
            {question.yes}
          </Button>
        </>
      }
    >
      {question.text && <div className="text-muted">{question.text}</div>}
    </Dialog>
  );
}
