import { users } from '#contracts/entities/users.ts';
import { FormField, FormSection } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { OrganisationFields } from '../organisation-fields.tsx';
import type { Me } from './me.ts';

/** The fields of one's own form; roles are only named, and who is no Admin cannot move themselves. */
export function ProfileFields({ me, admin }: { me: Me; admin: boolean }) {
  const { t, lang } = useText();
  return (
    <>
      <FormSection title={t('user.section_account')}>
        <FormField name="username" autoComplete="username" />
        <FormField name="email" disabled help={t('user.email_by_mail')} />
        <Field label={users.fields.role_ids.label[lang]}>
          <TextInput readOnly value={me.roles.map((role) => role.name).join(', ')} />
        </Field>
      </FormSection>
      <FormSection title={t('user.section_person')}>
        <FormField name="name" autoComplete="name" />
        <FormField name="employee_code" />
        <FormField name="first_name" />
        <FormField name="last_name" />
        <FormField name="phone_number" autoComplete="tel" />
        <FormField name="area" />
      </FormSection>
      <FormSection title={t('user.section_organisation')}>
        <OrganisationFields disabled={!admin} help={admin ? undefined : t('user.moved_by_admin')} />
      </FormSection>
    </>
  );
}
