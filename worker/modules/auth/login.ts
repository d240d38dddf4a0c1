import { sql } from 'drizzle-orm';
import { LOGIN_FIELDS } from '../../contracts/calls/auth.ts';
import { wholeValues } from '../../crud/call-values.ts';
import type { Values } from '../../crud/resource.ts';
import { fold } from '../../db/text-keys.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { verifyPassword } from '../../passwords.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { accountColumns, completeSignIn, refuseSignIn } from './complete-sign-in.ts';
import { prepareAttempt, reserveAttempt, toAccountSubject } from './rate-limiter.ts';
import type { SignedIn } from './sessions.ts';
import { recordRateLimited } from './sign-in-events.ts';

const PER_ACCOUNT = 5;
const PER_ADDRESS = 20;

/**
 * Opens a session by password: one round trip to book the attempt and read the account, one to write what came of it. An unknown user and
 * a wrong password get the same answer after the same work; that an account is inactive or locked is told only to who knows its password.
 */
export async function login(deps: Deps, client: ClientInfo, body: Values): Promise<SignedIn> {
  const { db, clock } = deps;
  const { username, password, otp } = wholeValues(LOGIN_FIELDS, body, client.lang);
  const name = fold(username);
  const attempt = await prepareAttempt(clock, [
    { subject: toAccountSubject(name), limit: PER_ACCOUNT },
    { subject: `address:${client.address}`, limit: PER_ADDRESS },
  ]);
  const [account] = await reserveAttempt(clock, attempt, (statements) => db.write(statements, toAuthor(client)), [
    sql`SELECT ${accountColumns(deps)} FROM users u WHERE u.username_fold = ${name}`,
    recordRateLimited(clock, client, attempt, sql`(SELECT id FROM users WHERE username_fold = ${name})`),
  ]);
  const user = account!.rows[0];
  if (!(await verifyPassword(password, user?.password as string | undefined)) || !user) {
    const userId = user && Number(user.id);
    return refuseSignIn(deps, client, attempt, { kind: 'failure', userId, error: new AppError('bad_credentials') });
  }
  return completeSignIn(deps, client, user, { attempt, otp, condition: sql`u.password = ${user.password}` });
}
