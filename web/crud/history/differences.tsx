import { columns } from '#contracts/columns.ts';
import { META_LABELS } from '#contracts/contract.ts';
import type { Field, Fields } from '#contracts/fields.ts';
import { translate, useText } from '../../i18n/index.ts';
import { Cell } from '../list/cell.tsx';
import { useRefNames, useRefOption } from '../pickers/ref-options.ts';

type Values = Readonly<Record<string, unknown>> | null;

/** Lists what a write changed, a line a field: before → after; for a new or deleted record its values. Fields are named as on their form. */
export function Differences({ fields, before, after }: { fields: Fields; before: Values; after: Values }) {
  const { lang } = useText();
  return (
    <ul className="flex flex-col gap-0.5">
      {findDifferingFields(fields, before, after).map((name) => (
        <li key={name} className="break-words">
          {fields[name]?.label[lang] ?? META_LABELS[name]?.[lang] ?? name}:{' '}
          {before && (
            <del className="text-muted">
              <Value name={name} field={fields[name]} value={before[name]} />
            </del>
          )}
          {before && after && ' → '}
          {after && <Value name={name} field={fields[name]} value={after[name]} />}
        </li>
      ))}
    </ul>
  );
}

/** Names of what differs; of a whole row what is not empty. Fields of the contract first, in its order. */
function findDifferingFields(fields: Fields, before: Values, after: Values): string[] {
  const names = Object.keys(fields).filter((name) => name in (after ?? before ?? {}));
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null));
}

function Value({ name, field, value }: { name: string; field: Field | undefined; value: unknown }) {
  if (value === null || value === undefined || value === '') return translate('control.empty');
  if (field?.kind === 'ref' && field.entity) return <RefName entity={field.entity} id={Number(value)} />;
  if (field?.kind === 'refs' && field.entity) return <RefNames entity={field.entity} ids={parseIds(value)} />;
  if (!field) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return <Cell column={columns({ [name]: field }, [name])[0]!} value={value} />;
}

/** The record's name; its number while that is not known, and for good once the record is deleted. */
function RefName({ entity, id }: { entity: string; id: number }) {
  const option = useRefOption(entity, id);
  return option === null || option.label === '…' ? `#${id}` : option.label;
}

function RefNames({ entity, ids }: { entity: string; ids: readonly number[] }) {
  const names = useRefNames(entity, ids);
  return ids.length === 0 ? translate('control.empty') : names.join(', ');
}

/** A list is kept as its JSON text. */
function parseIds(value: unknown): number[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.map(Number) : [];
}
