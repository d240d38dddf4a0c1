import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { waiveRequired } from '#contracts/body-schemas.ts';
import type { Contract } from '#contracts/contract.ts';
import { CONTRACTS, type EntityName } from '#contracts/contracts.ts';
import type { Field } from '#contracts/fields.ts';
import { listQuery, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { TextLink } from '../../ui/button.tsx';

const READ_NOW = { staleTime: 0, initialData: undefined, meta: { silent: true } };

/** The contract for a form: a choice is not required while it has no options. The same object as long as that does not change. */
export function useContractWithChoices<C extends Contract>(contract: C): C {
  const refFields = useMemo(() => listOptionalRefs(contract), [contract]);
  const totals = useQueries({
    queries: refFields.map(([, entity]) => ({ ...listQuery<Row>(entity, { limit: 1 }), ...READ_NOW })),
    combine: (answers) => answers.map(({ data }) => data?.total).join(),
  });
  return useMemo(() => {
    const empty = totals.split(',').flatMap((total, index) => (total === '0' ? [refFields[index]![0]] : []));
    return empty.length === 0 ? contract : { ...contract, fields: waiveRequired(contract.fields, empty) };
  }, [contract, totals, refFields]);
}

const listOptionalRefs = ({ fields }: Contract): [name: string, entity: string][] =>
  Object.entries(fields).flatMap(([name, field]) => (field.requiredIfAny && !field.readonly ? [[name, field.entity!]] : []));

/** Shown below a choice without options: says so; where its picker creates none, with a link to where they are, in a window of its own: the form stays. */
export function EmptyChoice({ field, isCreatedHere }: { field: Field; isCreatedHere: boolean }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const target = CONTRACTS[field.entity as EntityName];
  const name = target.label[lang].toLowerCase();
  const isOptional = hasNothingToChoose(field);
  const mayAdd = may(grantFor(target, 'create'));
  return (
    <>
      {t(isOptional ? 'form.nothing_to_choose' : 'list.nothing_yet', { name })}{' '}
      {!isCreatedHere && target.path && may(grantFor(target, 'open_list')) && (
        <TextLink to={mayAdd ? `${target.path}/add` : target.path} target="_blank">
          {t(mayAdd ? 'control.add_title' : 'form.open_to_make', { name })}
        </TextLink>
      )}
    </>
  );
}

/** True for a field whose requirement was waived by `useContractWithChoices`. */
export const hasNothingToChoose = (field: Field): boolean => field.requiredIfAny === true && !field.required && !field.readonly;
