import { describe, expect, it } from 'vitest';
import { buildConsentUrl, type Provider, parsePendingSignIn, parseProviderAnswer } from '../../../web/features/auth/provider.ts';

const trip = { provider: 'google', state: 'made-here', return_to: '/directs?page=2' } as const;
const back = (hash: string, { search = '', provider = 'google' as Provider, kept = true } = {}) =>
  parseProviderAnswer(provider, { hash, search }, kept ? trip : undefined);

describe('the page of a provider', () => {
  const asked = (provider: Provider) =>
    new URL(buildConsentUrl(provider, { clientId: 'ours & only ours', origin: 'https://tensu.example', state: 'a+b' }));

  it('is asked for a token of our own application, to be brought back to this site', () => {
    const address = asked('google');
    expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'ours & only ours',
      redirect_uri: 'https://tensu.example/login/google',
      response_type: 'token',
      scope: 'openid email profile',
      state: 'a+b',
      prompt: 'select_account',
    });
  });

  it('of Facebook is asked for the address too, also by who did not grant it once', () => {
    const address = asked('facebook');
    expect(address.origin + address.pathname).toMatch(/^https:\/\/www\.facebook\.com\/v\d+\.0\/dialog\/oauth$/);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: 'https://tensu.example/login/facebook',
      response_type: 'token',
      scope: 'email',
      auth_type: 'rerequest',
    });
  });
});

describe('what comes back from a provider', () => {
  it('is a token when this tab asked for it', () => {
    expect(back('#state=made-here&access_token=ya29.a%2Fb&token_type=Bearer&expires_in=3599')).toEqual({ token: 'ya29.a/b' });
  });

  it.each([
    ['another state', '#state=made-elsewhere&access_token=t', {}],
    ['no state', '#access_token=t', {}],
    ['a state in the query, where Google puts none', '#access_token=t', { search: '?state=made-here' }],
    ['nothing that was kept', '#state=made-here&access_token=t', { kept: false }],
    ['a trip to the other provider', '#state=made-here&access_token=t', { provider: 'facebook' as const }],
    ['nothing at all', '', {}],
  ])('is not taken with %s', (_, hash, rest) => expect(back(hash, rest)).toEqual({ problem: 'foreign' }));

  it('says that the person did not agree, wherever the provider writes it', () => {
    expect(back('#error=access_denied&state=made-here')).toEqual({ problem: 'denied' });
    const search = '?error=access_denied&error_reason=user_denied&state=made-here';
    expect(back('#_=_', { search, provider: 'facebook' })).toEqual({ problem: 'denied' });
  });

  it('names any other refusal, cut to a length that fits a sentence', () => {
    expect(back('#error=server_error')).toEqual({ problem: 'refused', detail: 'server_error' });
    expect(back(`#error=${'x'.repeat(500)}`)).toEqual({ problem: 'refused', detail: 'x'.repeat(80) });
    expect(back('#state=made-here')).toEqual({ problem: 'refused', detail: 'no access_token' });
  });
});

describe('what is kept meanwhile', () => {
  it('is read as it was written', () => expect(parsePendingSignIn(JSON.stringify(trip))).toEqual(trip));
  it.each([null, '', 'null', '{}', '{"state":""}', 'not json', '{"state":"a"}'])('counts as nothing when it is %j', (kept) =>
    expect(parsePendingSignIn(kept)).toBeUndefined(),
  );
});
