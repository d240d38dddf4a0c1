export const PROVIDERS = ['google', 'facebook'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' };

/** The provider's answer. `denied`: the person declined; `foreign`: the state is not the one this tab sent. */
export type ProviderAnswer = { token: string } | { problem: 'denied' | 'foreign' | 'refused'; detail?: string };

/** Stored in this tab during the redirect: the state the answer must carry, and the page to return to. */
export interface PendingSignIn {
  provider: Provider;
  state: string;
  return_to: string;
}

/** Address of the provider's consent page. The token is returned in the fragment, which is never sent to a server. */
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
  // People with a private account too choose which one to use.
  google: { url: 'https://accounts.google.com/o/oauth2/v2/auth', scope: 'openid email profile', prompt: 'select_account' },
  // Without this, an email address that was declined once is not requested again.
  facebook: { url: 'https://www.facebook.com/v25.0/dialog/oauth', scope: 'email', auth_type: 'rerequest' },
};
