import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { PROVIDER_NAMES } from './provider.ts';
import { ProviderMark } from './provider-mark.tsx';
import { CONFIGURED_PROVIDERS, redirectToProvider } from './provider-redirect.ts';

/** Sign-in buttons of the providers the app was built with. */
export function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { t } = useText();
  if (CONFIGURED_PROVIDERS.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p className="flex items-center gap-3 text-legend text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.or')}
      </p>
      {CONFIGURED_PROVIDERS.map((provider) => (
        <Button key={provider} size="lg" className="w-full" onClick={() => redirectToProvider(provider, returnTo)}>
          <ProviderMark provider={provider} />
          {t('auth.with_provider', { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
    </div>
  );
}
