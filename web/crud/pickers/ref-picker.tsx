import { useRef } from 'react';
import type { Query } from '../../api/client.ts';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { MultiCombobox } from '../../ui/inputs/multi-combobox.tsx';
import type { Option } from '../../ui/inputs/option.ts';
import { useRefNames, useRefOption, useRefOptions } from './ref-options.ts';

interface RefPickerProps {
  entity: string;
  value: number | null;
  onChange: (id: number | null, option: Option | null) => void;
  /** Narrows the records offered. */
  query?: Query | undefined;
  /** The records offered, instead of all of the entity. */
  options?: readonly Option[] | undefined;
  /** A record whose name is known already. */
  known?: Option | undefined;
  /** First entry that means no choice. */
  all?: string;
  /** Opens the form that creates a record named as typed; `choose` takes the new one. */
  onCreate?: ((typed: string, choose: (created: Option) => void) => void) | undefined;
  disabled?: boolean;
  onBlur?: () => void;
  placeholder?: string;
  'aria-label'?: string;
}

/** One record of an entity, by typing part of its name. */
export function RefPicker({ entity, value, onChange, query, options, known, onCreate, ...rest }: RefPickerProps) {
  const chosen = useRef<Option>(undefined);
  const option = useRefOption(entity, value, chosen.current?.value === value ? chosen.current : known);
  const searched = useRefOptions(entity, query, options === undefined);
  const choose = (next: Option | null) => {
    chosen.current = next ?? undefined;
    onChange(next === null ? null : Number(next.value), next);
  };
  const take = (created: Option, onCreated: () => void) => {
    choose(created);
    onCreated();
  };
  return (
    <Combobox
      {...(options ? { options } : searched)}
      {...rest}
      value={option}
      onChange={choose}
      onCreate={onCreate && ((typed, onCreated) => onCreate(typed, (created) => take(created, onCreated)))}
    />
  );
}

interface RefsPickerProps extends Omit<RefPickerProps, 'value' | 'onChange' | 'all' | 'known'> {
  value: readonly number[] | null;
  onChange: (ids: number[]) => void;
  /** Records whose names are known already: those of `value` as the form's record brings them along. */
  known: readonly Option[];
}

/** Several records of an entity. The names of chosen ones that nothing else has told, as in a draft that was kept, are asked for. */
export function RefsPicker({ entity, value, onChange, query, known, onCreate, ...rest }: RefsPickerProps) {
  const named = useRef(new Map<number, Option>());
  const source = useRefOptions(entity, query);
  for (const option of [...known, ...source.options]) named.current.set(Number(option.value), option);
  const ids = value ?? [];
  const unnamed = ids.filter((id) => !named.current.has(id));
  const names = useRefNames(entity, unnamed);
  const options = ids.map((id) => named.current.get(id) ?? { value: id, label: names[unnamed.indexOf(id)]! });
  const add = (created: Option, onCreated: () => void) => {
    named.current.set(Number(created.value), created);
    onChange([...ids, Number(created.value)]);
    onCreated();
  };
  return (
    <MultiCombobox
      {...source}
      {...rest}
      value={options}
      onChange={(next) => onChange(next.map((option) => Number(option.value)))}
      onCreate={onCreate && ((typed, onCreated) => onCreate(typed, (created) => add(created, onCreated)))}
    />
  );
}
