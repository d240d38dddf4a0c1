import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type EntityContract, recordNoun } from '#contracts/contract.ts';
import { CONTRACTS, type EntityName } from '#contracts/contracts.ts';
import type { Fields } from '#contracts/fields.ts';
import { readTypedNumber } from '#text/read-number.ts';
import { notifySaved } from '../../api/api-error.ts';
import { newIdempotencyKey, type Row, rows } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { decimalMark, useText } from '../../i18n/index.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { recordTitle, toOption } from '../pickers/ref-options.ts';
import { FormDialog, useCallForm } from './call-form.tsx';
import { type CreateRecord, CreateRecordContext, FormField } from './form-field.tsx';
import type { FormValues } from './form-state.ts';

interface Request {
  contract: EntityContract;
  initial: FormValues;
  choose: (created: Option) => void;
}

/** Lets the pickers of the forms inside create what they lack, in a dialog over the form. */
export function CreateRecordProvider({ children }: { children: ReactNode }) {
  const { may } = useSession();
  const [request, setRequest] = useState<Request | null>(null);
  const create = useCallback<CreateRecord>(
    (entity, query = {}) => {
      const contract = entity && Object.hasOwn(CONTRACTS, entity) ? CONTRACTS[entity as EntityName] : undefined;
      if (!contract?.createdInPickers || !may(contract.access.create)) return undefined;
      const narrowed = Object.entries(query).filter(([name]) => Object.hasOwn(contract.fields, name));
      return (typed, choose) =>
        setRequest({ contract, initial: { ...Object.fromEntries(narrowed), ...readTitle(contract, typed) }, choose });
    },
    [may],
  );
  return (
    <CreateRecordContext value={create}>
      {children}
      {request && <CreateDialog {...request} onClose={() => setRequest(null)} />}
    </CreateRecordContext>
  );
}

/** What was typed into the picker as the title of the new record; a title that is a number only where it reads as one. */
function readTitle({ title, fields }: EntityContract, typed: string): FormValues {
  const value = fields[title.field]!.kind === 'text' ? typed : readTypedNumber(typed, decimalMark());
  return typeof value === 'string' || typeof value === 'number' ? { [title.field]: value } : {};
}

/** The title and what is required, in the order of the contract. Its own pickers create, too. */
function pickShortFields({ title, fields }: EntityContract): Fields {
  const short = Object.entries(fields).filter(([name, field]) => name === title.field || (field.required && !field.readonly));
  return Object.fromEntries(short);
}

function CreateDialog({ contract, initial, choose, onClose }: Request & { onClose: () => void }) {
  const { t, lang } = useText();
  const client = useQueryClient();
  const [fields] = useState(() => pickShortFields(contract));
  const key = useRef(newIdempotencyKey());
  const call = useCallForm({
    fields,
    initial,
    send: (values) => rows.create<Row>(contract.name, values, key.current),
    onDone: (created) => {
      notifySaved('created', recordNoun(contract, lang), recordTitle(contract.name, created));
      choose(toOption(contract.name, created));
      onClose();
      void client.invalidateQueries({ queryKey: [contract.name] });
    },
  });
  return (
    <CreateRecordProvider>
      <FormDialog
        call={call}
        title={t('control.add_title', { name: contract.label[lang].toLowerCase() })}
        submitLabel={t('form.create_and_choose')}
        onClose={onClose}
      >
        {Object.keys(fields).map((name) => (
          <FormField key={name} name={name} />
        ))}
      </FormDialog>
    </CreateRecordProvider>
  );
}
