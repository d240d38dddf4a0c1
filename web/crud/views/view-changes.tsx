import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { saveDialog, useViewActions } from './use-view-actions.ts';

/** What can be done with a view that is shown otherwise than it was saved; nothing where it is not. */
export function ViewChanges() {
  const { t } = useText();
  const { view, isChanged, discard, saving } = useViewActions();
  if (!view || (!isChanged && view.gone.length === 0)) return null;
  return (
    <>
      {isChanged && <Button onClick={discard}>{t('view.discard')}</Button>}
      <Button onClick={() => saveDialog.set({})}>{t('view.save_as')}</Button>
      {view.is_editable && (
        <Button loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('control.save')}
        </Button>
      )}
    </>
  );
}
