import { useState } from 'react';
import { ACCESS_TOKEN_FIELDS } from '#contracts/calls/access-token-form.ts';
import { api } from '../../../api/client.ts';
import { useCallForm } from '../../../crud/form/call-form.tsx';
import { FormDialog } from '../../../crud/form/form-dialog.tsx';
import { FormField } from '../../../crud/form/form-field.tsx';
import { useText } from '../../../i18n/index.ts';
import { Field } from '../../../ui/inputs/field.tsx';
import { MultiCombobox } from '../../../ui/inputs/multi-combobox.tsx';
import type { Option } from '../../../ui/inputs/option.ts';
import type { SelectOption } from '../../../ui/inputs/select.tsx';
import { useTokenAreas } from './token-areas.ts';

/** A key that was just made, and the lists that it reads, by the names of their addresses. */
export interface MadeToken {
  token: string;
  lists: readonly SelectOption[];
}

/** Asks what a new key is for, until when it works and what it reads; the server asks for the password first where it was not given just now. */
export function MakeTokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeToken) => void }) {
  const { t } = useText();
  const options = useTokenAreas();
  const [areas, setAreas] = useState<Option[]>([]);
  const call = useCallForm({
    fields: ACCESS_TOKEN_FIELDS,
    send: (values) => {
      const entities = areas.map(({ value }) => String(value));
      return api.post<{ id: number; token: string }>('me/tokens', { ...values, ...(entities.length > 0 && { entities }) });
    },
    onDone: ({ token }) =>
      onMade({ token, lists: options.filter(({ value }) => areas.length === 0 || areas.some((area) => area.value === value)) }),
  });
  return (
    <FormDialog
      call={call}
      title={t('user.token_make')}
      submitLabel={t('user.token_make')}
      intro={<p className="mb-6 text-muted">{t('user.token_make_text')}</p>}
      onClose={onClose}
    >
      <FormField name="name" autoFocus />
      <FormField name="expires_at" />
      <Field label={t('user.token_lists')} help={t('user.token_lists_help')}>
        <MultiCombobox options={options} value={areas} onChange={setAreas} placeholder={t('user.token_all_lists')} />
      </Field>
    </FormDialog>
  );
}
