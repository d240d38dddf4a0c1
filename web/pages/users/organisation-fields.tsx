import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../crud/form/form-field.tsx';

/** Position, company, department, and a group of that department. */
export function OrganisationFields({ disabled = false, help }: { disabled?: boolean; help?: string }) {
  const { setValue } = useFormContext();
  const department = useWatch({ name: 'department_id' }) as number | null;
  const all = { disabled, ...(help && { help }) };
  return (
    <>
      <FormField name="position_id" {...all} />
      <FormField name="company_id" {...all} />
      <FormField name="department_id" {...all} onPicked={() => setValue('dept_grp_id', null, { shouldDirty: true })} />
      <FormField name="dept_grp_id" {...all} {...(department && { query: { dept_id: department } })} />
    </>
  );
}
