import { users } from '#contracts/entities/users.ts';
import { text } from '#contracts/fields.ts';
import { FieldText } from '../../../crud/form/field-text.tsx';
import { FormField, FormSection } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { OrganisationFields } from '../organisation-fields.tsx';
import type { Me } from './me.ts';

/** The names of one's roles, as text: their records are not for everybody to read. */
const ROLES = text(users.fields.role_ids.label);

/** The fields of one's own form; roles are only named, and who is no Admin cannot move themselves or take the code of another. */
export function ProfileFields({ me, admin }: { me: Me; admin: boolean }) {
  const { t } = useText();
  const moved = admin ? undefined : t('user.moved_by_admin');
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
      <FormSection title={t('user.section_organisation')}>
        <OrganisationFields disabled={!admin} help={moved} />
      </FormSection>
    </>
  );
}
