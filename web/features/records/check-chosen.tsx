import { ListChecks, ListX } from 'lucide-react';
import { useListContext } from '../../crud/list/list-context.ts';
import type { ChosenRecords } from '../../crud/list/use-selection.ts';
import { useText } from '../../i18n/index.ts';
import { lazyPart, Opened, useOpened } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';

const CheckDialog = lazyPart(() => import('./check-dialog.tsx').then((module) => module.CheckDialog));

/** Checks the chosen rows of the list around it, or takes their checks away; it asks first where there is something to know. */
export function CheckChosen() {
  const { chosen, rights } = useListContext();
  const { t } = useText();
  const narrow = useNarrow();
  const opened = useOpened<{ records: ChosenRecords; isChecked: 0 | 1 }>();
  const open = useStore(opened, (now) => now?.isChecked);
  const button = (isChecked: 0 | 1) => (
    <Button
      size="sm"
      icon={isChecked ? ListChecks : ListX}
      iconOnly={narrow}
      disabled={open !== undefined && open !== isChecked}
      loading={open === isChecked}
      onClick={() => opened.set({ records: chosen.records(), isChecked })}
    >
      {t(isChecked ? 'page.check_chosen' : 'page.uncheck_chosen')}
    </Button>
  );
  return (
    rights.check && (
      <>
        {button(1)}
        {button(0)}
        <Opened by={opened}>{(check, close) => <CheckDialog {...check} onClose={close} />}</Opened>
      </>
    )
  );
}
