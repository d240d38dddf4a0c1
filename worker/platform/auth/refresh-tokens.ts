import { isSignedText, randomToken, sha256, signText } from '../crypto.ts';

export const REFRESH_SECONDS = 14 * 86_400;
/** However often it is refreshed, a session ends after this. */
export const SESSION_SECONDS = 90 * 86_400;
/** A used token gets the same successor for this long, so that several tabs do not log each other out. */
export const GRACE_SECONDS = 10;

const ORIGIN = 'refresh token origin';

export const hashRefreshToken = (token: string) => sha256(`refresh:${token}`);

/** The first token of a session: the session's id, a secret, and the server's signature on both. */
export const createRefreshToken = (sessionId: string, secret: string) => signOrigin(sessionId, randomToken(), secret);

/** The token that follows this one: the same for every call with it, and not predictable without the server's secret. */
export async function deriveSuccessor(token: string, secret: string): Promise<string> {
  return signOrigin(token.split('.')[0]!, await signText(token, secret, 'refresh token'), secret);
}

/**
 * The session that a token names, where this server made it. A made-up token is refused before the database is asked: looking for one takes
 * the turn of the single writer, and anybody may send one.
 */
export async function readSessionId(token: string, secrets: readonly string[]): Promise<string | undefined> {
  const [, text, sessionId, signature] = /^(([\w-]{1,64})\.[\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  return text && signature && (await isSignedText(text, signature, secrets, ORIGIN)) ? sessionId : undefined;
}

const signOrigin = async (sessionId: string, value: string, secret: string) => {
  const text = `${sessionId}.${value}`;
  return `${text}.${await signText(text, secret, ORIGIN)}`;
};
