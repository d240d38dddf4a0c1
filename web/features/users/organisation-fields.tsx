import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../crud/form/form-field.tsx';

interface OrganisationFieldsProps {
  disabled?: boolean;
  help?: string;
  /** Where department and group alone may not be changed: disabled, with the reason. */
  fixed?: { disabled?: boolean; help?: ReactNode };
}

/** Position, company, department, and a group of that department. */
export function OrganisationFields({ disabled = false, help, fixed = {} }: OrganisationFieldsProps) {
  const { setValue } = useFormContext();
  const department = useWatch({ name: 'department_id' }) as number | null;
  const all = { disabled, help };
  return (
    <>
      <FormField name="position_id" {...all} />
      <FormField name="company_id" {...all} />
      <FormField name="department_id" {...all} {...fixed} onPicked={() => setValue('dept_grp_id', null, { shouldDirty: true })} />
      <FormField name="dept_grp_id" {...all} {...fixed} query={department ? { dept_id: department } : undefined} />
    </>
  );
}
