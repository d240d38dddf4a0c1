import { sha256, signText } from '../../crypto.ts';

export const REFRESH_SECONDS = 14 * 86_400;
/** However often it is refreshed, a session ends after this. */
export const SESSION_SECONDS = 90 * 86_400;
/** For so long a used token still gets the same successor, so that several tabs do not log each other out. */
export const GRACE_SECONDS = 10;

export const hashRefreshToken = (token: string) => sha256(`refresh:${token}`);

/** The token that follows this one: the same for every call with it, and not predictable without the server's secret. */
export const deriveSuccessor = (token: string, secret: string) => signText(token, secret, 'refresh token');
