import {
  buildConsentUrl,
  type PendingSignIn,
  PROVIDERS,
  type Provider,
  type ProviderAnswer,
  parsePendingSignIn,
  parseProviderAnswer,
} from './provider.ts';

/** Public client ids at the providers, set at build time; a provider without one has no button. */
const CLIENT_IDS: Record<Provider, string> = {
  google: import.meta.env.GOOGLE_CLIENT_ID ?? '',
  facebook: import.meta.env.FACEBOOK_APP_ID ?? '',
};
export const CONFIGURED_PROVIDERS: readonly Provider[] = PROVIDERS.filter((provider) => CLIENT_IDS[provider] !== '');

/** Redirects to the provider's consent page. No script of theirs runs here, so the content security policy allows none. */
export function redirectToProvider(provider: Provider, returnTo: string): void {
  const pending: PendingSignIn = { provider, state: crypto.randomUUID(), return_to: returnTo };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
  location.assign(buildConsentUrl(provider, { clientId: CLIENT_IDS[provider], origin: location.origin, state: pending.state }));
}

/** Reads the provider's answer once, and removes it from the address bar, the history and the tab's storage. */
export function consumeProviderAnswer(provider: Provider): { answer: ProviderAnswer; returnTo: string } {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  const { hash, search, pathname } = location;
  sessionStorage.removeItem(STORAGE_KEY);
  history.replaceState(history.state, '', pathname);
  const pending = parsePendingSignIn(stored);
  return { answer: parseProviderAnswer(provider, { hash, search }, pending), returnTo: pending?.return_to ?? '/home' };
}

const STORAGE_KEY = 'tensu.sign-in';
