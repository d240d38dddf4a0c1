import { contractOf } from '#contracts/contracts.ts';
import { PLACES } from '../api/places.ts';
import { useSession } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';
import { ButtonLink, TextLink } from '../ui/button.tsx';
import { grantFor } from './access.ts';

/** A button that leads to an entity's list, called as the navigation calls it. */
export function ListLink({ entity }: { entity: string }) {
  const { lang } = useText();
  const { path, pageTitle } = PLACES.find(({ name }) => name === entity)!;
  return <ButtonLink to={path ?? '/'}>{pageTitle[lang]}</ButtonLink>;
}

/** Words that lead to an entity's list in a window of its own, so that what is open here stays; plain words to whom that list is closed. */
export function ListTextLink({ entity, children }: { entity: string; children: string }) {
  const { may } = useSession();
  const contract = contractOf(entity);
  if (!contract?.path || !may(grantFor(contract, 'open_list'))) return children;
  return (
    <TextLink alone to={contract.path} target="_blank">
      {children}
    </TextLink>
  );
}
