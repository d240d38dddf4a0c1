import { DEPARTMENT } from '#contracts/labels.ts';
import { useSession } from '../../api/session.tsx';
import { RefFilter } from '../../crud/filters/filters.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { CONTROL, Field, useFieldProps } from '../../ui/inputs/field.tsx';

/** The department looked at: a choice for who sees all, their own in plain words for everybody else. */
export function DepartmentFilter() {
  const { may, user } = useSession();
  const { lang } = useText();
  if (may(ACTIONS.see_all_departments)) return <RefFilter name="dept_id" label={DEPARTMENT} entity="departments" />;
  return (
    <Field label={DEPARTMENT[lang]} className="sm:w-60">
      <OwnDepartment name={user?.department?.name ?? '–'} />
    </Field>
  );
}

function OwnDepartment({ name }: { name: string }) {
  return <input type="text" readOnly value={name} className={CONTROL} {...useFieldProps({})} />;
}
