import { useMutation } from '@tanstack/react-query';
import { Download, Pencil, Trash2 } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { MAX_IDS } from '#contracts/paging.ts';
import { rows } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { lazyPart, Opened, useOpened } from '../../layout/lazy-part.tsx';
import { Button, disabledWithReason } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { useListContext } from '../list/list-context.ts';
import { orderParameter } from '../list/list-state.ts';
import type { ChosenRecords } from '../list/use-selection.ts';

const EditDialog = lazyPart(() => import('./edit-dialog.tsx').then((module) => module.EditDialog));

/** What can be done with chosen rows. */
export interface ChosenOptions {
  /** The entity's own actions, before the others. */
  actions?: ReactNode;
  /** Fields that the person may not write in many records, though the contract lets them be written. */
  keptFields?: readonly string[];
  /** Records are deleted one by one. */
  isDeletedSingly?: boolean;
}

/** The bar shares a line with the pages' numbers: on a laptop, where it has the least room, it would push them into a second one and the table up. */
const LAPTOP_HIDES = 'xl:max-[96rem]:hidden';

/** The actions on the chosen rows of the list around them: all that match, the entity's own, edit, workbook, and delete as the last. */
export function ChosenActions({ actions, keptFields = [], isDeletedSingly = false }: ChosenOptions) {
  const { rights } = useListContext();
  return (
    <>
      <ChooseAllMatching />
      {actions}
      {rights.edit && <EditChosen keptFields={keptFields} />}
      {rights.export && <ExportChosen />}
      {rights.delete && !isDeletedSingly && <DeleteChosen />}
    </>
  );
}

/** Chooses every record that the filters of the list mean, those of other pages too; nothing where all are chosen. */
function ChooseAllMatching() {
  const { chosen } = useListContext();
  const { total } = chosen;
  const { t } = useText();
  const size = useStore(chosen.ids, (ids) => ids.size);
  const matching = useStore(chosen.matching);
  const choose = (event: MouseEvent<HTMLElement>) => {
    // The button goes; the next one takes the focus.
    if (event.currentTarget.nextElementSibling instanceof HTMLElement) event.currentTarget.nextElementSibling.focus();
    chosen.chooseMatching();
  };
  const words = t('page.choose_matching', { n: formatNumber(total) });
  return (
    total > (matching ?? size) && (
      <Button size="sm" onClick={choose} title={words} aria-label={words}>
        <span className={LAPTOP_HIDES}>{words}</span>
        <span className="hidden xl:max-[96rem]:inline">{t('page.choose_all', { n: formatNumber(total) })}</span>
      </Button>
    )
  );
}

function EditChosen({ keptFields }: { keptFields: readonly string[] }) {
  const { chosen } = useListContext();
  const { t } = useText();
  const narrow = useNarrow();
  const opened = useOpened<ChosenRecords>();
  return (
    <>
      <Button size="sm" icon={Pencil} iconOnly={narrow} onClick={() => opened.set(chosen.records())}>
        {t('control.edit')}
      </Button>
      <Opened by={opened}>{(records, close) => <EditDialog {...{ records, keptFields }} onClose={close} />}</Opened>
    </>
  );
}

/** Downloads the chosen rows as a workbook, in the order of the list. More than an address can name are left to the filters. */
function ExportChosen() {
  const { contract, list, chosen } = useListContext();
  const { t } = useText();
  const narrow = useNarrow();
  const size = useStore(chosen.ids, (ids) => ids.size);
  const isMatching = useStore(chosen.matching) !== null;
  const download = useMutation({
    mutationFn: () => {
      const records = chosen.records();
      const which = 'filter' in records ? records.filter : { ids: records.ids.join() };
      return rows.export(contract.name, { order_by: orderParameter(list.state.order), ...which });
    },
    onSuccess: (file) => notify.success({ title: t('notice.exported', { file }) }),
  });
  const reason = size > MAX_IDS && !isMatching ? t('page.export_too_many', { n: formatNumber(MAX_IDS) }) : undefined;
  return (
    <Button
      size="sm"
      icon={Download}
      iconOnly={narrow}
      loading={download.isPending}
      onClick={() => download.mutate()}
      title={reason ?? t('control.export')}
      {...disabledWithReason(reason)}
    >
      {narrow ? t('control.export') : <span className="xl:max-[96rem]:sr-only">{t('control.export')}</span>}
    </Button>
  );
}

/** Deletes the rows that were chosen one by one. */
function DeleteChosen() {
  const { t } = useText();
  const { chosen, remove, nameOutOfSight } = useListContext();
  const narrow = useNarrow();
  const reason = useStore(chosen.matching) === null ? undefined : t('page.delete_matching');
  return (
    <Button
      variant="danger"
      size="sm"
      icon={Trash2}
      iconOnly={narrow}
      onClick={() => void remove([...chosen.ids.get()], { outOfSight: nameOutOfSight() })}
      title={reason}
      {...disabledWithReason(reason)}
    >
      {t('control.delete')}
    </Button>
  );
}
