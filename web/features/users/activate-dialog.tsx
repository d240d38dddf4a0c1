import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '#contracts/entities/users.ts';
import { type Row, rows } from '../../api/client.ts';
import { FormDialog, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { useText } from '../../i18n/index.ts';
import { type Activation, activate } from './activation.ts';

const { name, role_ids, department_id } = users.fields;
const FIELDS = { name, role_ids: { ...role_ids, required: true }, department_id: { ...department_id, required: true } };

interface ActivateDialogProps {
  row: Row;
  onActivated: (answer: Activation) => void;
  onClose: () => void;
}

/** Activates a person who has no role, department or name yet: asks for them first. */
export function ActivateDialog({ row, onActivated, onClose }: ActivateDialogProps) {
  const { t } = useText();
  const client = useQueryClient();
  const save = useMutation({ mutationFn: (values: Record<string, unknown>) => rows.update<Row>('users', row.id, values) });
  const roles = ((row.roles ?? []) as Row[]).map(({ id }) => id);
  const call = useCallForm({
    fields: FIELDS,
    initial: { name: row.name === row.phone_number ? '' : row.name, role_ids: roles, department_id: row.department_id ?? null },
    send: async (values) => {
      await save.mutateAsync({ ...values, version: row.version });
      return await activate(row, 1);
    },
    onDone: (answer) => {
      onActivated(answer);
      onClose();
      void client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <FormDialog
      call={call}
      title={t('user.activate_title', { name: String(row.name ?? row.username) })}
      submitLabel={t('user.activate')}
      intro={<p className="mb-4 text-table text-muted">{t('user.activate_text')}</p>}
      onClose={onClose}
    >
      <FormField name="name" autoFocus />
      <FormField name="role_ids" />
      <FormField name="department_id" />
    </FormDialog>
  );
}
