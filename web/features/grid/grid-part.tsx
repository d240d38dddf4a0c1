import { PencilLine } from 'lucide-react';
import { useTransition } from 'react';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';

/** The grid of a list in edit mode; its code comes after the list's own. */
export const GridPart = lazyPart(() => import('./grid.tsx').then((module) => module.Grid));

/** Begins the edit mode, and answers the press itself: the grid follows. */
export function EditInGridButton({ label, onPress }: { label?: string; onPress: () => void }) {
  const { t } = useText();
  const [begins, startTransition] = useTransition();
  return (
    <Button icon={PencilLine} loading={begins} onClick={() => startTransition(onPress)}>
      {label ?? t('grid.edit')}
    </Button>
  );
}
