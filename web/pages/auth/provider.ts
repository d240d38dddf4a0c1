export const PROVIDERS = ['google', 'facebook'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };

/** What the provider sent the browser back with. `denied`: the person said no there; `foreign`: this tab did not ask for it. */
export type ProviderAnswer = { token: string } | { problem: 'denied' | 'foreign' | 'refused'; detail?: string };

/** Kept in this tab while the browser is away: what must come back, and the page that was wanted. */
export interface PendingSignIn {
  provider: Provider;
  state: string;
  return_to: string;
}

/** The page of the provider where the person agrees. The token comes back in the fragment, which no server gets to see. */
export function buildConsentUrl(
  provider: Provider,
  { clientId, origin, state }: { clientId: string; origin: string; state: string },
): string {
  const { url, ...own } = CONSENT_PAGES[provider];
  return `${url}?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${origin}/login/${provider}`,
    response_type: 'token',
    state,
    ...own,
  })}`;
}

/** Google and Facebook put a token into the fragment; a refusal into the fragment (Google) or the query (Facebook). */
export function parseProviderAnswer(
  provider: Provider,
  address: { hash: string; search: string },
  pending: PendingSignIn | undefined,
): ProviderAnswer {
  const [fragment, query] = [new URLSearchParams(address.hash.slice(1)), new URLSearchParams(address.search)];
  const error = fragment.get('error') ?? query.get('error');
  if (error) return error === 'access_denied' ? { problem: 'denied' } : { problem: 'refused', detail: error.slice(0, 80) };
  if (!pending || pending.provider !== provider || fragment.get('state') !== pending.state) return { problem: 'foreign' };
  const token = fragment.get('access_token');
  return token ? { token } : { problem: 'refused', detail: 'no access_token' };
}

export function parsePendingSignIn(stored: string | null): PendingSignIn | undefined {
  try {
    const pending = JSON.parse(stored ?? '') as Partial<PendingSignIn> | null;
    return pending?.state && pending.provider
      ? { provider: pending.provider, state: pending.state, return_to: pending.return_to ?? '/home' }
      : undefined;
  } catch {
    return undefined;
  }
}

const CONSENT_PAGES: Record<Provider, { url: string; scope: string; [parameter: string]: string }> = {
  // Whoever has a private account too is asked which one is meant.
  google: { url: 'https://accounts.google.com/o/oauth2/v2/auth', scope: 'openid email profile', prompt: 'select_account' },
  // Without this, an address that was not granted once is not requested again.
  facebook: { url: 'https://www.facebook.com/v25.0/dialog/oauth', scope: 'email', auth_type: 'rerequest' },
};
