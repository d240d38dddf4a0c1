import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import type { Fields } from '#contracts/fields.ts';
import { type Rule, ruleMessage, ruleToken } from '#contracts/rules.ts';
import type { Lang } from '#contracts/text.ts';
import { useText } from '../../i18n/index.ts';
import { findInputsAwaited } from '../../ui/hooks/pending-inputs.ts';
import { FormContext } from './form-field.tsx';
import { FormFrame, FormProblem } from './form-frame.tsx';
import { createResolver, type FormContract, type FormValues, toFormValues } from './form-state.ts';
import { applyServerErrors } from './server-errors.ts';

interface CallOptions<Answer> {
  fields: Fields;
  initial?: FormValues;
  /** Rules beyond those of the fields, as field → sentence. */
  rules?: (values: FormValues, lang: Lang) => Record<string, string>;
  send: (values: FormValues) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

export interface CallFormState {
  id: string;
  contract: FormContract;
  form: UseFormReturn<FormValues>;
  busy: boolean;
  /** The last sending was refused. */
  isRefused: boolean;
  /** Sends the values, once those on their way are in the form; nothing when one does not come. */
  submit: () => void;
}

/** A form for a call outside of CRUD: fields and rules come from the call's contract; errors are shown at their fields or below the form. */
export function useCallForm<Answer>({ fields, initial, rules, send, onDone }: CallOptions<Answer>): CallFormState {
  const { lang } = useText();
  const id = useId();
  const contract = useMemo<FormContract>(() => ({ fields, relations: {} }), [fields]);
  const resolver = useMemo(
    () => createResolver(contract, 'add', lang, rules && ((values) => rules(values, lang))),
    [contract, lang, rules],
  );
  const form = useForm<FormValues>({ resolver, mode: 'onTouched', defaultValues: { ...toFormValues(contract, undefined), ...initial } });
  const { submitCount, isSubmitSuccessful } = form.formState;
  const { mutate, isPending, isError } = useMutation({
    meta: { silent: true },
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => applyServerErrors(form, fields, error),
  });
  const submit = form.handleSubmit((values) => mutate(values));
  const isRefused = isError || (submitCount > 0 && !isSubmitSuccessful);
  return { id, contract, form, busy: isPending, isRefused, submit: async () => (await findInputsAwaited()) !== false && submit() };
}

/**
 * The `<form>` around a call's fields, one below the other with room for an error of two lines; a button outside of it submits by `form={call.id}`.
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
          className="flex flex-col gap-y-10 pb-2"
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
