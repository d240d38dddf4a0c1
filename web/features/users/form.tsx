import { users } from '#contracts/entities/users.ts';
import { isAdmin } from '#contracts/roles.ts';
import { PATTERNS } from '#contracts/value-forms.ts';
import type { Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { ruleSentence } from '../../crud/form/call-form.tsx';
import { FormField, FormSection, useFormState } from '../../crud/form/form-field.tsx';
import { FormPage } from '../../crud/form/form-page.tsx';
import type { FormMode, FormValues } from '../../crud/form/form-state.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { OrganisationFields } from './organisation-fields.tsx';

/** An account: who it is, where they belong, what they may do. The password is given on create only. */
export function UserForm() {
  const { t, lang } = useText();
  const { may, user } = useSession();
  const admin = may(ACTIONS.manage_accounts);
  const readOnlyReason = (row: Row) => {
    if (admin) return undefined;
    if (holdsAdmin(row)) return t('user.admin_only');
    return row.department_id === user?.department_id ? undefined : t('user.other_department');
  };
  const extraRules = (values: FormValues, mode: FormMode) => ({
    ...(mode === 'add' && admin && passwordRule(String(values.password ?? ''), lang)),
    ...(admin && (values.role_ids as number[]).length === 0 && { role_ids: ruleSentence('required', users.fields, 'role_ids', lang) }),
  });
  return (
    <FormPage contract={users} readOnlyReason={readOnlyReason} extraRules={extraRules}>
      <UserFields admin={admin} />
    </FormPage>
  );
}

function UserFields({ admin }: { admin: boolean }) {
  const { t } = useText();
  const { mode } = useFormState();
  const identity = mode === 'edit' && !admin ? { disabled: true, help: t('user.identity_by_admin') } : {};
  return (
    <>
      <FormSection title={t('user.section_account')}>
        <FormField name="username" {...identity} />
        <FormField name="email" {...identity} />
        {mode === 'add' && !admin && <p className="text-table text-muted">{t('user.own_department_only')}</p>}
        {mode === 'add' && admin && <FormField name="password" required autoComplete="new-password" help={t('account.password_help')} />}
        <FormField name="role_ids" required={admin} disabled={!admin} help={admin ? undefined : t('user.roles_by_admin')} />
      </FormSection>
      <FormSection title={t('user.section_person')}>
        <FormField name="name" {...identity} />
        <FormField name="employee_code" {...identity} />
        <FormField name="last_name" />
        <FormField name="first_name" />
        <FormField name="phone_number" />
        <FormField name="area" />
      </FormSection>
      <FormSection title={t('app.nav_organisation')}>
        <OrganisationFields fixed={identity} />
      </FormSection>
    </>
  );
}

const holdsAdmin = (row: Row) => isAdmin(((row.roles ?? []) as { name: string }[]).map(({ name }) => name));

function passwordRule(password: string, lang: 'vi' | 'en'): Record<string, string> {
  const broken = password === '' ? 'required' : PATTERNS.strong_password.test(password) ? null : 'strong_password';
  return broken ? { password: ruleSentence(broken, users.fields, 'password', lang) } : {};
}
