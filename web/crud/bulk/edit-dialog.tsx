import { FormProvider } from 'react-hook-form';
import { MAX_ROWS_AT_ONCE } from '#contracts/calls/operations.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { useCloseUnlessUnsaved } from '../../layout/close-unless-unsaved.ts';
import { Button, disabledWithReason } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CreateRecordProvider } from '../form/create-record.tsx';
import { useContractWithChoices } from '../form/empty-choices.tsx';
import { FormContext } from '../form/form-field.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { useListContext } from '../list/list-context.ts';
import type { ChosenRecords } from '../list/use-selection.ts';
import { BulkReport, BulkState, TryAgain } from './bulk-report.tsx';
import { ChangeList, EditFields, useEditForm } from './edit-fields.tsx';
import { useChosenRows } from './present-values.ts';
import { type BulkEditing, useBulkEdit } from './use-bulk-edit.ts';

interface EditDialogProps {
  records: ChosenRecords;
  keptFields: readonly string[];
  onClose: () => void;
}

const FORM_ID = 'bulk-edit';

/** Gives the chosen records of the list around it the same values: first the fields, then what a dry run says, then what came of it. */
export function EditDialog({ records, keptFields, onClose }: EditDialogProps) {
  const list = useListContext();
  const contract = useContractWithChoices(list.contract);
  const { t } = useText();
  const narrow = useNarrow();
  const rows = useChosenRows(contract.name, records);
  const { form, changes, change, collect } = useEditForm(contract);
  const { submitCount, isSubmitSuccessful } = form.formState;
  const bulk = useBulkEdit(contract.name, records, ({ changed, refused, refusedCount, stopped, undo, warnings = [] }) => {
    if (!stopped) list.chosen.ids.set(new Set(refused.map(({ id }) => id)));
    if (changed > 0) notify.success({ title: t('bulk.changed', { n: formatNumber(changed) }), text: warnings.join('\n'), ...undo });
    if (refusedCount === 0 && !stopped) onClose();
  });
  const { trial, edit, newTotal } = bulk;
  const count = Object.keys(changes).length;
  const closeUnlessUnsaved = useCloseUnlessUnsaved(count > 0 && !edit.outcome && !edit.isBusy, onClose);
  const close = () => {
    if (edit.progress) notify.info({ title: t('list.edit_queued'), text: t('list.edit_queued_text') });
    void closeUnlessUnsaved();
  };
  const submit = collect((values) => {
    // Of more records than were read none has a version to be held against.
    const versions = rows && Object.fromEntries(rows.map(({ id, version }) => [id, Number(version)]));
    bulk.tryOut({ values, ...(versions && { versions }) });
  });
  const isChoosing = !trial.progress && !trial.outcome && !edit.isBusy && !edit.outcome && newTotal === undefined;
  const reason = count === 0 ? t('bulk.nothing_chosen') : undefined;
  return (
    <Dialog
      open
      size="lg"
      sheet={narrow}
      onClose={close}
      title={t('bulk.edit_n', { n: formatNumber(bulk.count) })}
      footer={
        <>
          <Button onClick={isChoosing || edit.isBusy || edit.outcome ? close : bulk.goBack}>
            {t(edit.isBusy || edit.outcome ? 'control.close' : isChoosing ? 'control.cancel' : 'control.back')}
          </Button>
          <TryAgain bulk={bulk} />
          {isChoosing ? (
            <Button variant="primary" type="submit" form={FORM_ID} loading={trial.isBusy} title={reason} {...disabledWithReason(reason)}>
              {t('bulk.preview')}
            </Button>
          ) : (
            <WriteButton bulk={bulk} />
          )}
        </>
      }
    >
      <FormContext value={{ contract, mode: 'edit', readOnly: false, row: rows?.[0] }}>
        <CreateRecordProvider>
          <FormProvider {...form}>
            <div hidden={!isChoosing}>
              <p className="pb-4 text-muted">{t(bulk.count > MAX_ROWS_AT_ONCE ? 'bulk.help_many' : 'bulk.help')}</p>
              <FormFrame
                id={FORM_ID}
                isRefused={submitCount > 0 && !isSubmitSuccessful}
                sendings={submitCount}
                onSubmit={async () => count > 0 && !trial.isBusy && (await findInputsAwaited()) !== false && void submit()}
                className="flex flex-col gap-4"
              >
                <EditFields {...{ contract, keptFields, rows, changes, change }} />
              </FormFrame>
            </div>
            {!isChoosing && !edit.outcome && newTotal === undefined && <ChangeList values={bulk.values.values ?? {}} />}
          </FormProvider>
        </CreateRecordProvider>
        <BulkState bulk={bulk} />
        <Report entity={contract.name} bulk={bulk} />
      </FormContext>
    </Dialog>
  );
}

/** Writes what the dry run found; nothing where no record would change. */
function WriteButton({ bulk: { trial, edit, newTotal, write } }: { bulk: BulkEditing }) {
  const { t } = useText();
  const { changed = 0, stopped } = trial.outcome ?? {};
  return (
    changed > 0 &&
    !stopped &&
    !edit.outcome &&
    newTotal === undefined && (
      <Button variant="primary" loading={edit.isBusy} onClick={() => write()}>
        {t('bulk.edit_n', { n: formatNumber(changed) })}
      </Button>
    )
  );
}

/** What the dry run found, and in its place what came of the edit. */
function Report({ entity, bulk: { trial, edit, newTotal } }: { entity: string; bulk: BulkEditing }) {
  const { t } = useText();
  if (edit.outcome) {
    const label = t('bulk.changed', { n: formatNumber(edit.outcome.changed) });
    return <BulkReport key="done" entity={entity} outcome={edit.outcome} label={label} isDone />;
  }
  if (!trial.outcome || edit.progress || newTotal !== undefined) return null;
  const label = t('bulk.will_change', { n: formatNumber(trial.outcome.changed) });
  return <BulkReport entity={entity} outcome={trial.outcome} label={label} />;
}
