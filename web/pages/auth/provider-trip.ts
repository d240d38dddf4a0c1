import { type Answer, answerOf, PROVIDERS, type Provider, providerAddress, type Trip, tripOf } from './provider.ts';

/** Public ids of our application at the providers, set when the app is built; without one there is no button. */
const CLIENT_IDS: Record<Provider, string> = {
  google: import.meta.env.GOOGLE_CLIENT_ID ?? '',
  facebook: import.meta.env.FACEBOOK_APP_ID ?? '',
};
export const CONFIGURED: readonly Provider[] = PROVIDERS.filter((provider) => CLIENT_IDS[provider] !== '');

/** Leaves for the provider's own page. A plain redirect: no script of theirs runs here, so the content security policy stays shut. */
export function leaveFor(provider: Provider, returnTo: string): void {
  const trip: Trip = { provider, state: crypto.randomUUID(), return_to: returnTo };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(trip));
  location.assign(providerAddress(provider, { clientId: CLIENT_IDS[provider], origin: location.origin, state: trip.state }));
}

/** What came back, once: it is gone from the address bar, the history and the tab's storage afterwards. */
export function takeAnswer(provider: Provider): { answer: Answer; returnTo: string } {
  const kept = sessionStorage.getItem(STORAGE_KEY);
  const { hash, search, pathname } = location;
  sessionStorage.removeItem(STORAGE_KEY);
  history.replaceState(history.state, '', pathname);
  const trip = tripOf(kept);
  return { answer: answerOf(provider, { hash, search }, trip), returnTo: trip?.return_to ?? '/home' };
}

const STORAGE_KEY = 'tensu.sign-in';
