import type { Grant } from '#contracts/roles.ts';
import { PLACES } from '../../../api/places.ts';
import { useSession } from '../../../api/session.tsx';
import { useText } from '../../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../../layout/access.ts';

/** What an access token may be limited to, by the name of its address: every list that the person may take as a file. */
export function useTokenAreas(): { value: string; label: string }[] {
  const { t, lang } = useText();
  const { may } = useSession();
  const lists = PLACES.filter((place) => place.path !== null && may(grantFor(place, 'export')));
  const sheets: [string, Grant, string][] = [
    ['totals', ACTIONS.export_totals, t('route.total')],
    ['total_customers', ACTIONS.export_totals, t('route.total_customer')],
    ['home', ACTIONS.export_charts, t('route.home')],
  ];
  return [
    ...lists.map(({ name, pageTitle }) => ({ value: name, label: pageTitle[lang] })),
    ...sheets.filter(([, grant]) => may(grant)).map(([value, , label]) => ({ value, label })),
  ];
}

/** What a token's lists are called; one that is not among a person's own by its address. */
export function useAreaNames(): (areas: readonly string[]) => string {
  const { t, lang } = useText();
  const names = new Map<string, string>([
    ...PLACES.map(({ name, pageTitle }): [string, string] => [name, pageTitle[lang]]),
    ['totals', t('route.total')],
    ['total_customers', t('route.total_customer')],
    ['home', t('route.home')],
  ]);
  return (areas) => areas.map((area) => names.get(area) ?? area).join(', ');
}
