import { useMutation } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import type { Fields } from '#contracts/fields.ts';
import { type Rule, ruleMessage, ruleToken } from '#contracts/rules.ts';
import type { Lang } from '#contracts/text.ts';
import { useText } from '../../i18n/index.ts';
import { useCloseUnlessUnsaved } from '../../layout/close-unless-unsaved.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';
import { FORM_GAP } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormContext } from './form-field.tsx';
import { FormFrame, FormProblem } from './form-frame.tsx';
import { applyServerErrors, createResolver, type FormContract, type FormValues, toFormValues } from './form-state.ts';

interface CallOptions<Answer> {
  fields: Fields;
  initial?: FormValues;
  /** Rules beyond those of the fields, as field → sentence. */
  rules?: (values: FormValues, lang: Lang) => Record<string, string>;
  /** Asked before the values are sent; false leaves the form as it is. */
  confirm?: (values: FormValues) => Promise<boolean>;
  send: (values: FormValues) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** What is said of an error in place of the server's sentence; '' where the screen shows it itself. */
  explain?: (error: unknown) => string | undefined;
  /** When a field is looked at first: left, unless the form stands on a page where one may pass by. */
  mode?: 'onTouched' | 'onSubmit';
}

export interface CallFormState {
  id: string;
  contract: FormContract;
  form: UseFormReturn<FormValues>;
  busy: boolean;
  /** The last sending was refused. */
  isRefused: boolean;
  /** Why the server refused it; null where it did not. */
  error: unknown;
  /** Sends the values, once those on their way are in the form; nothing when one does not come. */
  submit: () => void;
}

/** A form for a call outside of CRUD: fields and rules come from the call's contract; errors are shown at their fields or below the form. */
export function useCallForm<Answer>(options: CallOptions<Answer>): CallFormState {
  const { fields, initial, rules, confirm, send, onDone, explain, mode = 'onTouched' } = options;
  const { lang } = useText();
  const id = useId();
  const contract = useMemo<FormContract>(() => ({ fields, relations: {} }), [fields]);
  const resolver = useMemo(
    () => createResolver(contract, 'add', lang, rules && ((values) => rules(values, lang))),
    [contract, lang, rules],
  );
  const form = useForm<FormValues>({ resolver, mode, defaultValues: { ...toFormValues(contract, undefined), ...initial } });
  // Of two presses at once the second comes before the first one is drawn.
  const isUnderWay = useRef(false);
  const end = () => {
    isUnderWay.current = false;
  };
  const onFailed = (error: unknown) => {
    end();
    applyServerErrors(form, fields, error, explain?.(error));
  };
  const { mutate, isPending, isError, error } = useMutation({
    meta: { silent: true },
    mutationFn: send,
    onSuccess: onDone,
    onError: onFailed,
    onSettled: end,
  });
  const sendValid = form.handleSubmit(async (values) => (((await confirm?.(values)) ?? true) ? mutate(values) : end()), end);
  const sendWhole = async () => ((await findInputsAwaited()) === false ? end() : sendValid());
  const submit = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await sendWhole().catch(onFailed);
  };
  const isRefused = isError || (form.formState.submitCount > 0 && !form.formState.isSubmitSuccessful);
  return { id, contract, form, busy: isPending, isRefused, error, submit };
}

/**
 * The `<form>` around a call's fields, one below the other with room for their errors; a button outside of it submits by `form={call.id}`.
 * `begins`: one begins in the first field.
 */
export function CallForm({ call, begins, children }: { call: CallFormState; begins?: boolean; children: ReactNode }) {
  const { contract, form, id, busy, isRefused, submit } = call;
  return (
    <FormContext value={{ contract, mode: 'add', readOnly: false, row: undefined }}>
      <FormProvider {...form}>
        <FormFrame
          id={id}
          isRefused={isRefused}
          sendings={form.formState.submitCount}
          begins={begins}
          onSubmit={() => !busy && submit()}
          className={cx('flex flex-col', FORM_GAP)}
        >
          {children}
          <FormProblem />
        </FormFrame>
      </FormProvider>
    </FormContext>
  );
}

/** Requires the repeated password to equal the first one. */
export function requireEqualFields(field: string, of: string, fields: Fields): (values: FormValues, lang: Lang) => Record<string, string> {
  return (values, lang) =>
    values[field] && values[field] !== values[of] ? { [field]: ruleSentence('confirmation', fields, field, lang) } : {};
}

/** A rule's sentence about a field. */
export function ruleSentence(rule: Rule, fields: Fields, field: string, lang: Lang): string {
  return ruleMessage(ruleToken(rule), fields[field]!.label[lang], lang);
}

interface FormDialogProps {
  call: CallFormState;
  title: string;
  /** The verb on the button that sends the form. */
  submitLabel: string;
  submitIcon?: LucideIcon;
  submitVariant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  /** Above the form. */
  intro?: ReactNode;
  /** Buttons between Cancel and the one that sends. */
  actions?: ReactNode;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog around the form of a call: Cancel, and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { call, title, submitLabel, submitIcon, submitVariant = 'primary', size, intro, actions, onClose, children } = props;
  const { t } = useText();
  const close = useCloseUnlessUnsaved(call.form.formState.isDirty, onClose, call.busy);
  return (
    <Dialog
      open
      size={size}
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close}>{t('control.cancel')}</Button>
          {actions}
          <Button variant={submitVariant} icon={submitIcon} type="submit" form={call.id} loading={call.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {intro}
      <CallForm call={call} begins>
        {children}
      </CallForm>
    </Dialog>
  );
}
