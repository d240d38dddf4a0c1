import { PLACES } from '../api/places.ts';
import { useText } from '../i18n/index.ts';
import { ButtonLink } from '../ui/link.tsx';

/** A button that leads to an entity's list, called as the navigation calls it. */
export function ListLink({ entity }: { entity: string }) {
  const { lang } = useText();
  const { path, pageTitle } = PLACES.find(({ name }) => name === entity)!;
  return <ButtonLink to={path ?? '/'}>{pageTitle[lang]}</ButtonLink>;
}
