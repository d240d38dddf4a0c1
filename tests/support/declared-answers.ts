import { isDeepStrictEqual } from 'node:util';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import type { Call } from '../../worker/contracts/calls/declared/define-call.ts';
import { schemaOf } from '../../worker/contracts/field-schemas.ts';

/** Fails whatever test makes a call whose answer is not the declared one: a member too few, too many or of another kind. */
export function requireDeclaredAnswer(method: string, address: string, answer: unknown): void {
  const call = findCall(method, `/${address.split('?')[0]}`);
  if (typeof call?.answer !== 'function') return;
  const parsed = schemaOf(call.answer).safeParse(answer);
  const wrong = parsed.success ? (isDeepStrictEqual(parsed.data, answer) ? undefined : 'has undeclared members') : parsed.error.message;
  if (wrong)
    throw new Error(`The answer of ${call.method} ${call.path} is not as declared: ${wrong}\n${JSON.stringify(answer).slice(0, 500)}`);
}

/** The call of an address; one that names the whole path comes before one with a part that varies. */
function findCall(method: string, path: string): Call | undefined {
  const fits = CALLS.filter((call) => call.method === method && new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
  return fits.find((call) => call.path === path) ?? fits[0];
}
