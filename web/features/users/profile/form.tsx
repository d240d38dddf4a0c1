import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { PROFILE_BY_ADMIN, profile } from '#contracts/calls/users.ts';
import type { Contract } from '#contracts/contract.ts';
import { users } from '#contracts/entities/users.ts';
import { text } from '#contracts/fields.ts';
import { ApiError, notifySaved } from '../../../api/api-error.ts';
import { api, type Row } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { ConflictDialog } from '../../../crud/form/conflict-dialog.tsx';
import { useContractWithChoices } from '../../../crud/form/empty-choices.tsx';
import { FieldText } from '../../../crud/form/field-text.tsx';
import { FormBar } from '../../../crud/form/form-bar.tsx';
import { FormContext, FormField, FormSection } from '../../../crud/form/form-field.tsx';
import { FormProblem } from '../../../crud/form/form-frame.tsx';
import {
  applyServerErrors,
  createResolver,
  type FormValues,
  findConflictingFields,
  isShownByForm,
  pickChangedValues,
  toFormValues,
} from '../../../crud/form/form-state.ts';
import { useText } from '../../../i18n/index.ts';
import { ACTIONS } from '../../../layout/access.ts';
import { useUnsaved } from '../../../layout/unsaved.ts';
import { useShortcuts } from '../../../ui/hooks/shortcuts.ts';
import { OrganisationFields } from '../organisation-fields.tsx';
import { ME_KEY, type Me } from './me.ts';

/** One's own form under the rules of users; it stays on the page after saving. */
export function ProfileForm({ me }: { me: Me }) {
  const { t, lang } = useText();
  const { may, reload } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const admin = may(ACTIONS.manage_accounts);
  const editable = useMemo(() => withReadonlyFields(admin ? ['email'] : ['email', ...PROFILE_BY_ADMIN]), [admin]);
  const contract = useContractWithChoices(editable);
  const [base, setBase] = useState<Row>(me);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const resolver = useMemo(() => createResolver(contract, 'edit', lang), [contract, lang]);
  const form = useForm<FormValues>({ resolver, mode: 'onTouched', defaultValues: toFormValues(contract, me) });
  const { isDirty, dirtyFields } = form.formState;
  useUnsaved(isDirty);

  const take = (row: Row) => {
    setBase(row);
    form.reset(toFormValues(contract, row));
  };
  // A new picture or password makes a new version of the account too; only what was typed here is kept from it.
  useEffect(() => {
    if (Number(me.version) <= Number(base.version)) return;
    if (findConflictingFields(contract, toFormValues(contract, base), me).length === 0) setBase(me);
    else if (!isDirty) {
      setBase(me);
      form.reset(toFormValues(contract, me));
    }
  }, [me, base, contract, isDirty, form]);

  const save = useMutation({
    meta: { silent: (error) => isShownByForm(contract.fields, error) },
    mutationFn: async (version: unknown) =>
      (await api.put<{ data: Row }>('me', pickChangedValues(form.getValues(), dirtyFields, version))).data,
    onSuccess: async (saved) => {
      notifySaved('updated', t('route.profile').toLowerCase(), String(saved.name ?? ''));
      take(saved);
      await Promise.all([reload(), client.invalidateQueries({ queryKey: ME_KEY })]);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.current) setTheirs(error.current as Row);
      else if (isShownByForm(contract.fields, error)) applyServerErrors(form, contract.fields, error);
    },
  });
  const submit = form.handleSubmit(() => void (save.isPending || save.mutate(base.version)));
  useShortcuts({ 'mod+s': () => void submit() });

  return (
    <FormContext value={{ contract, mode: 'edit', readOnly: false, row: base }}>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex max-w-240 flex-col gap-7">
          <ProfileFields me={me} admin={admin} />
          <FormProblem />
          <FormBar
            contract={contract}
            readOnly={false}
            dirty={isDirty}
            busy={save.isPending}
            changed={Object.keys(dirtyFields)}
            onCancel={() => (isDirty ? form.reset() : void navigate(-1))}
          />
        </form>
        {theirs && (
          <ConflictDialog
            contract={contract}
            mine={pickChangedValues(form.getValues(), dirtyFields, undefined)}
            base={base}
            theirs={theirs}
            savedBy={save.error instanceof ApiError ? save.error.saved_by : undefined}
            onClose={() => setTheirs(null)}
            onTheirs={() => {
              take(theirs);
              setTheirs(null);
            }}
            onMine={() => {
              setBase(theirs);
              setTheirs(null);
              save.mutate(theirs.version);
            }}
          />
        )}
      </FormProvider>
    </FormContext>
  );
}

/** Fields the owner may not change are not required either: an account without a department yet can still be saved. */
function withReadonlyFields(names: readonly string[]): Contract {
  const fields: Record<string, Contract['fields'][string]> = { ...profile.fields };
  for (const name of names) fields[name] = { ...fields[name]!, readonly: true };
  return { ...profile, fields };
}

/** The names of one's roles, as text: their records are not for everybody to read. */
const ROLES = text(users.fields.role_ids.label);

/** The fields of one's own form; roles are only named, and who is no Admin cannot move themselves or take the code of another. */
function ProfileFields({ me, admin }: { me: Me; admin: boolean }) {
  const { t } = useText();
  const moved = admin ? undefined : t('user.identity_by_admin');
  return (
    <>
      <FormSection title={t('user.section_account')}>
        <FormField name="username" autoComplete="username" />
        <FormField name="email" disabled help={t('user.email_by_mail')} />
        <FieldText
          name="roles"
          field={ROLES}
          value={me.roles.map((role) => role.name).join(', ')}
          known={undefined}
          help={moved}
          className=""
        />
      </FormSection>
      <FormSection title={t('user.section_person')}>
        <FormField name="name" autoComplete="name" />
        <FormField name="employee_code" disabled={!admin} help={moved} />
        <FormField name="last_name" />
        <FormField name="first_name" />
        <FormField name="phone_number" autoComplete="tel" />
        <FormField name="area" />
      </FormSection>
      <FormSection title={t('app.nav_organisation')}>
        <OrganisationFields disabled={!admin} help={moved} />
      </FormSection>
    </>
  );
}
