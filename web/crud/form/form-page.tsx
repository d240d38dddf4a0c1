import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import type { Contract } from '#contracts/contract.ts';
import { useLocksLoaded } from '../../api/month-locks.ts';
import { rowQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { useEditing } from '../../layout/title.ts';
import { useUnsaved } from '../../layout/unsaved.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import type { Row } from '../list/cell.tsx';
import { useReturnToList } from '../list/list-return.ts';
import { ReadError } from '../list/read-error.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useContractWithChoices } from './empty-choices.tsx';
import { FormBar } from './form-bar.tsx';
import { FormContext } from './form-field.tsx';
import { FormLockNotice, useFormLock } from './form-page-lock.tsx';
import { createResolver, type FormMode, type FormValues, pickChangedValues, toFormValues } from './form-state.ts';
import { usePendingUploads, useSubmitAfterUploads } from './rich-text/pending-uploads.ts';
import { useSaveRecord } from './use-save-record.ts';

const RETURN_DELAY_MS = 500;
/** The first control whose value was refused. */
const FIRST_INVALID = ':is(input, textarea, select)[aria-invalid=true], [aria-invalid=true] input';

export interface FormPageProps {
  contract: Contract;
  /** Address of the list. */
  path: string;
  children: ReactNode;
  /** What a new record starts with. */
  initial?: FormValues | undefined;
  /** After a successful update: back to the list, or stay. A create always goes back. */
  afterUpdate?: 'list' | 'stay';
  /** Off: everything is read only, only Back. */
  mayEdit?: boolean;
  /** Why this record cannot be edited now; shown above the form. */
  readOnlyReason?: (row: Row) => string | undefined;
  /** Rules beyond the contract's, as field → sentence; `row` is the record as it is saved. */
  extraRules?: (values: FormValues, mode: FormMode, row: Row | undefined) => Record<string, string>;
  /** Above the form, once the record is there. */
  head?: (row: Row | undefined) => ReactNode;
}

/** The add page of an entity, or the view and edit page of the record in the address. */
export function FormPage(given: FormPageProps) {
  const { id } = useParams();
  const props = { ...given, contract: useContractWithChoices(given.contract) };
  if (id === undefined) return <RecordForm {...props} row={undefined} />;
  return <ExistingRecord {...props} id={Number(id)} />;
}

function ExistingRecord({ id, ...props }: FormPageProps & { id: number }) {
  const { data, error, refetch } = useQuery({ ...rowQuery<Row>(props.contract.name, id), refetchOnWindowFocus: false, staleTime: 0 });
  const locksRead = useLocksLoaded(props.contract.dated !== undefined);
  if (error) return <ReadError error={error} onRetry={refetch} />;
  if (!data || !locksRead) return <Skeleton className="h-80 w-full max-w-240" />;
  return <RecordForm key={id} {...props} row={data} />;
}

function RecordForm({
  contract,
  path,
  children,
  initial,
  afterUpdate = 'list',
  mayEdit,
  readOnlyReason,
  extraRules,
  head,
  row,
}: FormPageProps & { row: Row | undefined }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const mode: FormMode = row ? 'edit' : 'add';
  const [base, setBase] = useState(row);
  const allowed = mayEdit ?? may(mode === 'add' ? contract.access.create : contract.access.update);
  const reason = row && readOnlyReason?.(row);

  const resolver = useMemo(
    () => createResolver(contract, mode, lang, extraRules && ((values) => extraRules(values, mode, base))),
    [contract, mode, lang, extraRules, base],
  );
  const form = useForm<FormValues>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { ...toFormValues(contract, row), ...(row ? {} : initial) },
  });
  const { isDirty, dirtyFields, submitCount, isSubmitSuccessful } = form.formState;
  const lock = useFormLock(contract, base, form.control);
  const editable = allowed && reason === undefined;
  // What was typed before the lock was known stays open, to be copied or saved once the month is unlocked.
  const readOnly = !editable || (lock.record !== undefined && !isDirty);
  const blocked = editable ? lock.reason : undefined;
  useEditing(!readOnly);
  const fields = useRef<HTMLFormElement>(null);
  const [leaving, setLeaving] = useState(false);
  const uploading = usePendingUploads();
  useUnsaved((isDirty || uploading) && !leaving && !readOnly);

  const back = useReturnToList(path, row?.id ?? null);
  const { save, newer, setNewer } = useSaveRecord({
    contract,
    form,
    base,
    onSaved: (saved) => {
      if (base && afterUpdate === 'stay') {
        setBase(saved);
        form.reset(toFormValues(contract, saved));
        return;
      }
      setLeaving(true);
      setTimeout(back, RETURN_DELAY_MS);
    },
  });
  const takeNewer = (record: Row) => {
    setBase(record);
    setNewer(null);
  };
  // The form library focuses only the inputs it knows; pickers and dates are found by their mark.
  useEffect(() => {
    if (save.isError || (submitCount > 0 && !isSubmitSuccessful)) fields.current?.querySelector<HTMLElement>(FIRST_INVALID)?.focus();
  }, [submitCount, isSubmitSuccessful, save.isError]);

  const { submit, waiting } = useSubmitAfterUploads(
    form.handleSubmit(() => save.mutateAsync(base?.version).catch(() => undefined)),
    () => notify.failure({ title: t('notice.failure'), text: t('editor.not_saved') }),
  );
  const waits = waiting ? t('editor.save_waits') : undefined;
  useShortcuts({ 'mod+s': () => !readOnly && !blocked && submit() });
  useEffect(() => {
    if (row && row !== base && !form.formState.isDirty) {
      setBase(row);
      form.reset(toFormValues(contract, row));
    }
  }, [row, base, form, contract]);

  return (
    <FormContext value={{ contract, mode, readOnly, row: base, dateReason: lock.dateReason }}>
      <FormProvider {...form}>
        <PageHeader />
        {lock.record && <FormLockNotice lock={lock.record} kept={isDirty} />}
        {reason && <p className="mb-3 max-w-240 rounded border border-line bg-warning-soft px-3 py-2 text-table">{reason}</p>}
        {head?.(base)}
        <form ref={fields} noValidate onSubmit={submit} className="flex max-w-240 flex-col gap-7">
          {children}
          {form.formState.errors.root?.message && (
            <p role="alert" className="text-table text-danger">
              {form.formState.errors.root.message}
            </p>
          )}
          <FormBar
            readOnly={readOnly && !blocked}
            blocked={blocked}
            dirty={isDirty}
            busy={save.isPending || leaving || waiting}
            note={waits}
            changed={Object.keys(dirtyFields)}
            contract={contract}
            onCancel={back}
          />
        </form>
        {newer && base && (
          <ConflictDialog
            contract={contract}
            mine={pickChangedValues(form.getValues(), dirtyFields, undefined)}
            base={base}
            theirs={newer}
            onClose={() => setNewer(null)}
            onTheirs={() => {
              form.reset(toFormValues(contract, newer));
              takeNewer(newer);
            }}
            onMine={() => {
              takeNewer(newer);
              save.mutate(newer.version);
            }}
          />
        )}
        <span className="sr-only" aria-live="polite">
          {save.isPending ? t('form.saving') : waits}
        </span>
      </FormProvider>
    </FormContext>
  );
}
