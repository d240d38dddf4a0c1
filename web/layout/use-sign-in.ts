import { useEffect, useRef, useState } from 'react';
import { waitInWords } from '#contracts/text.ts';
import { ApiError, errorLines } from '../api/api-error.ts';
import type { SessionUser } from '../api/session.tsx';
import { useText } from '../i18n/index.ts';

/**
 * Signing in by password or by provider: sends the credentials, then the code of the second factor where the server requires one. Holds the
 * error message and, after too many attempts, the countdown.
 */
export function useSignIn(send: (otp: string | undefined) => Promise<SessionUser>, onSignedIn: (user: SessionUser) => void) {
  const { t, lang } = useText();
  const [otp, setOtp] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const secret = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const attempt = async (complete = true) => {
    setChecked(true);
    if (busy || seconds > 0) return;
    setError(null);
    if (!complete || otp?.trim() === '') return;
    setBusy(true);
    try {
      onSignedIn(await send(otp?.trim()));
    } catch (failure) {
      setBusy(false);
      if (isCode(failure, 'second_factor_required')) {
        setChecked(false);
        return setOtp('');
      }
      setError(failure);
      if (isRateLimited(failure)) setSeconds(Math.ceil(failure.retry_after ?? 60));
      // The credentials of the first step are no longer valid: start over.
      if (otp !== null && (isCode(failure, 'bad_credentials') || isCode(failure, 'provider_refused'))) setOtp(null);
      secret.current?.select();
    }
  };
  const startOver = () => {
    setOtp(null);
    setError(null);
    setChecked(false);
    setSeconds(0);
  };
  const refusal = error !== null && !isRateLimited(error) ? errorLines(error).join(' ') : '';
  return {
    /** The second step: a code is required. */
    asksCode: otp !== null,
    otp: otp ?? '',
    setOtp,
    /** The password or code field, selected after an error. */
    secret,
    /** The form was submitted once, so missing fields show their errors. */
    checked,
    busy,
    error,
    seconds,
    message: seconds > 0 ? t(isCode(error, 'too_busy') ? 'auth.busy' : 'auth.throttled', { time: waitInWords(seconds, lang) }) : refusal,
    attempt,
    startOver,
  };
}

export type SignIn = ReturnType<typeof useSignIn>;

const isRateLimited = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 429 || error.code === 'too_busy');
const isCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;
