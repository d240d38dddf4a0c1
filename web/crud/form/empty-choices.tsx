import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { waiveRequired } from '#contracts/body-schemas.ts';
import type { Contract } from '#contracts/contract.ts';
import { CONTRACTS, type EntityName } from '#contracts/contracts.ts';
import type { Field } from '#contracts/fields.ts';
import { listQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { grantFor } from '../../layout/access.ts';
import { TextLink } from '../../ui/link.tsx';
import type { Row } from '../list/cell.tsx';

/** The contract as a form asks it: a choice is not required while there is nothing to choose. The same object while that stays so. */
export function useContractWithChoices(contract: Contract): Contract {
  const asked = useMemo(() => choicesOf(contract), [contract]);
  const totals = useQueries({
    queries: asked.map(([, entity]) => ({ ...listQuery<Row>(entity, { limit: 1 }), staleTime: 0, meta: { silent: true } })),
    combine: (answers) => answers.map(({ data }) => data?.total).join(),
  });
  return useMemo(() => {
    const empty = totals.split(',').flatMap((total, index) => (total === '0' ? [asked[index]![0]] : []));
    return empty.length === 0 ? contract : { ...contract, fields: waiveRequired(contract.fields, empty) };
  }, [contract, totals, asked]);
}

const choicesOf = ({ fields }: Contract): [name: string, entity: string][] =>
  Object.entries(fields).flatMap(([name, field]) => (field.requiredIfAny && !field.readonly ? [[name, field.entity!]] : []));

/** Below a choice that has nothing to choose: says so, with the way to where it is made. */
export function EmptyChoice({ field }: { field: Field }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const target = CONTRACTS[field.entity as EntityName];
  const name = target.label[lang].toLowerCase();
  return (
    <>
      {t('form.nothing_to_choose', { name })}{' '}
      {target.path && may(grantFor(target, 'open_list')) && <TextLink to={target.path}>{t('form.open_to_make', { name })}</TextLink>}
    </>
  );
}

/** True for a field whose requirement was waived by `useContractWithChoices`. */
export const hasNothingToChoose = (field: Field): boolean => field.requiredIfAny === true && !field.required && !field.readonly;
