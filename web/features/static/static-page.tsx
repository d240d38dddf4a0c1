import { useLocation } from 'react-router';
import type { Text } from '#contracts/text.ts';
import { useText } from '../../i18n/index.ts';
import { useRouteTitle } from '../../layout/title.ts';
import { PageLinks } from '../../ui/link.tsx';

export interface StaticSection {
  title: Text;
  text: Text;
}

/** A public text page: the route's title, then sections. Its texts are in the page's own chunk, so the login does not load them. */
export function StaticPage({ parts }: { parts: readonly StaticSection[] }) {
  const { t, lang } = useText();
  const { pathname } = useLocation();
  const others = [
    ['/home', t('app.to_dashboard')],
    ['/privacy-policy', t('route.privacy_policy')],
    ['/term-of-use', t('route.term_of_use')],
    ['/pricing', t('route.pricing')],
  ] as const;
  return (
    <article>
      <h1 className="mb-4 text-title font-semibold">{useRouteTitle()}</h1>
      {parts.map(({ title, text }) => (
        <section key={title.en} className="mb-4">
          <h2 className="mb-1 font-semibold">{title[lang]}</h2>
          <p className="max-w-prose text-muted">{text[lang]}</p>
        </section>
      ))}
      <PageLinks links={others.filter(([path]) => path !== pathname)} />
    </article>
  );
}
