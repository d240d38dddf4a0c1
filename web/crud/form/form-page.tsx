import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListX } from 'lucide-react';
import { type FormEvent, Fragment, type ReactNode, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { useLocation, useParams } from 'react-router';
import type { EntityContract } from '#contracts/contract.ts';
import { type Page, type Row, rowQuery, rows } from '../../api/client.ts';
import { useLocksLoaded } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { ListLink } from '../../layout/list-link.tsx';
import { PageHeader } from '../../layout/page-header.tsx';
import { NoRecord, ReadError } from '../../layout/page-parts.tsx';
import { useInputPaused, useUnsaved } from '../../layout/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { notify, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useInputsAwaited } from '../../ui/hooks/pending-inputs.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { ROW_STALE_MS } from '../list/prefetch-row.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CreateRecordProvider } from './create-record.tsx';
import { useContractWithChoices } from './empty-choices.tsx';
import { FormBar } from './form-bar.tsx';
import { FormContext } from './form-field.tsx';
import { FormProblem } from './form-frame.tsx';
import { FormLockNotice, ReadOnlyNotice, useFormLock } from './form-page-lock.tsx';
import { type FormMode, type FormValues, pickChangedValues } from './form-state.ts';
import { RecordAside, type RecordHistory, useHistorySource } from './record-aside.tsx';
import { RecordHead } from './record-head.tsx';
import { useSubmitAfterInputs } from './submit-after-inputs.ts';
import { FIRST_FIELD, useFieldFocus, useFocusRefused } from './use-focus-refused.ts';
import { type Neighbours, useNeighbours } from './use-neighbours.ts';
import { useRecordForm } from './use-record-form.ts';

export interface FormPageProps {
  contract: EntityContract;
  children: ReactNode;
  /** The initial values of a new record. */
  initial?: FormValues | undefined;
  /** After a successful update: back to the list, or stay. A create always goes back. */
  afterUpdate?: 'list' | 'stay';
  /** Fields that 'save and add another' keeps for the next record. */
  keptForNext?: readonly string[];
  /** A reason why this record cannot be edited now; said above the form. */
  readOnlyReason?: (row: Row) => string | undefined;
  /** Rules beyond the contract's, as field → sentence; `row` is the record as it is saved. */
  extraRules?: (values: FormValues, mode: FormMode, row: Row | undefined) => Record<string, string>;
  /** Asked before an update is sent, which is not where the answer is false. */
  beforeUpdate?: (row: Row) => Promise<boolean>;
  /** Beside a record that exists, above its history. */
  aside?: (row: Row) => ReactNode;
  /** Beside a record that is new. */
  asideWhileNew?: ReactNode;
  /** In the bar of the form, above Save. */
  besideSave?: ReactNode;
  /** The history of a record for whoever may open it; without it, for whoever may read all history. */
  history?: RecordHistory;
}

/** The add page of an entity, or the view and edit page of the record in the address. */
export function FormPage(given: FormPageProps) {
  const { id } = useParams();
  const props = { ...given, contract: useContractWithChoices(given.contract) };
  if (id === undefined) {
    return (
      <>
        <PageHeader />
        <RecordForm {...props} row={undefined} neighbours={undefined} />
      </>
    );
  }
  return Number.isSafeInteger(Number(id)) && Number(id) > 0 ? (
    <ExistingRecord {...props} id={Number(id)} />
  ) : (
    <NoRecord entity={given.contract.name} />
  );
}

/** The row of a list that is known already is shown while the record is read. A reading again that fails leaves the form, in which something may be typed. */
function ExistingRecord({ id, ...props }: FormPageProps & { id: number }) {
  const { contract } = props;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...rowQuery<Row>(contract.name, id),
    refetchOnWindowFocus: false,
    staleTime: ROW_STALE_MS,
    placeholderData: () => findListedRow(client, contract.name, id),
  });
  const locksRead = useLocksLoaded(contract.dated !== undefined);
  const waiting = useDelayed(!error && !(data && locksRead));
  const neighbours = useNeighbours(contract, id);
  return (
    <>
      <RecordHead contract={contract} id={id} row={data} neighbours={neighbours} />
      {error && !data ? (
        <ReadError error={error} onRetry={refetch}>
          <ListLink entity={contract.name} />
        </ReadError>
      ) : data && locksRead ? (
        <RecordForm key={id} {...props} row={data} neighbours={neighbours} />
      ) : (
        <div className="min-h-dvh">{waiting && <Skeleton className="h-80 w-full max-w-240" />}</div>
      )}
    </>
  );
}

/** Lists answer with whole records, so that one of them is as good as the record itself. */
function findListedRow(client: QueryClient, entity: string, id: number): Row | undefined {
  const pages = client.getQueriesData<Page<Row>>({ queryKey: [entity, 'list'] });
  return pages.flatMap(([, page]) => page?.data ?? []).find((row) => row.id === id);
}

function RecordForm(props: FormPageProps & { row: Row | undefined; neighbours: Neighbours | undefined }) {
  const { contract, children, readOnlyReason, aside, asideWhileNew, besideSave, history, row, neighbours, keptForNext = [] } = props;
  const { t } = useText();
  const { may } = useSession();
  const record = useRecordForm(props);
  const { form, mode, base, isLeaving, isSaving, back, conflict } = record;
  const { isDirty, dirtyFields, submitCount, isSubmitSuccessful } = form.formState;
  const allowed = may(mode === 'add' ? contract.access.create : contract.access.update);
  const isChecked = contract.access.check !== undefined && row?.is_checked === 1;
  const reason = allowed ? (isChecked ? t('notice.record_checked') : row && readOnlyReason?.(row)) : t('form.view_only');
  const lock = useFormLock(contract, base, form.control);
  const editable = allowed && reason === undefined;
  // What was typed before the lock was known stays open, to be copied or saved once the month is unlocked.
  const readOnly = !editable || (lock.record !== undefined && !isDirty);
  const blocked = editable ? lock.reason : undefined;
  const awaiting = useInputsAwaited();
  const source = useHistorySource(contract, base?.id, history);
  const hasAside = base ? source !== undefined || aside !== undefined : asideWhileNew !== undefined;
  const fields = useRef<HTMLFormElement>(null);
  const focusRefused = useFocusRefused(fields, record.isFailed || (submitCount > 0 && !isSubmitSuccessful), submitCount);
  const { submit, waiting } = useSubmitAfterInputs(record.submit, () => {
    notify.failure({ title: t('notice.failure'), text: t('editor.not_saved'), key: 'not_saved' });
    focusRefused();
  });
  // The way on as the list was before it is read again.
  const goOn = neighbours && neighbours.place < neighbours.total ? () => neighbours.go(1) : undefined;
  const keep = () => record.beginNext(Object.fromEntries(keptForNext.map((name) => [name, form.getValues(name)])));
  const next = mode === 'add' ? keep : goOn;
  const submitAndGoOn = () => submit(next);
  useUnsaved((isDirty || awaiting) && !isLeaving && !readOnly, {
    save: blocked === undefined ? () => submit(() => undefined) : undefined,
  });
  const focused = (useLocation().state as { focused?: string } | null)?.focused;
  const focusField = useFieldFocus(fields, mode === 'add' ? FIRST_FIELD : focused, record.round);
  useInputPaused(fields, isSaving || isLeaving);
  const waits = waiting ? t('editor.save_waits') : undefined;
  const save = (send: () => Promise<boolean>) => () => !readOnly && (blocked ? focusRefused() : void send());
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  useShortcuts({ 'mod+s': save(submit), 'mod+Enter': save(submitAndGoOn), n: focusField });

  return (
    <FormContext value={{ contract, mode, readOnly, row: base, dateReason: lock.dateReason }}>
      <CreateRecordProvider>
        <FormProvider {...form}>
          <div className={cx('grid items-start gap-x-8 gap-y-6', hasAside && 'xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]')}>
            <form ref={fields} noValidate onSubmit={onSubmit} className="flex max-w-240 min-w-0 flex-col gap-6">
              {lock.record ? (
                <FormLockNotice lock={lock.record} kept={isDirty} />
              ) : (
                reason && <ReadOnlyNotice text={reason}>{isChecked && <UncheckButton contract={contract} id={row.id} />}</ReadOnlyNotice>
              )}
              <Fragment key={record.round}>{children}</Fragment>
              <FormProblem />
              <FormBar
                readOnly={readOnly}
                blocked={blocked}
                dirty={isDirty}
                busy={isSaving || isLeaving || waiting}
                note={waits}
                changed={Object.keys(dirtyFields)}
                contract={contract}
                onCancel={() => back()}
                next={next && { label: t(mode === 'add' ? 'form.save_add' : 'form.save_next'), onPress: submitAndGoOn }}
              >
                {besideSave}
              </FormBar>
            </form>
            {hasAside && (
              <RecordAside contract={contract} row={base} history={source}>
                {base ? aside?.(base) : asideWhileNew}
              </RecordAside>
            )}
          </div>
          {conflict && (
            <ConflictDialog contract={contract} mine={pickChangedValues(form.getValues(), dirtyFields, undefined)} {...conflict} />
          )}
          <span className="sr-only" aria-live="polite">
            {isSaving ? t('form.saving') : waits}
          </span>
        </FormProvider>
      </CreateRecordProvider>
    </FormContext>
  );
}

/** Takes the check mark off a record, so that it can be edited; nothing for who may not. */
function UncheckButton({ contract, id }: { contract: EntityContract; id: number }) {
  const { t } = useText();
  const { may } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: () => rows.check<Row>(contract.name, { id, is_checked: 0 }),
    meta: { refreshes: [[contract.name]] },
  });
  return (
    may(contract.access.check) && (
      <Button size="sm" icon={ListX} loading={isPending} onClick={() => mutate()}>
        {t('page.uncheck_chosen')}
      </Button>
    )
  );
}
