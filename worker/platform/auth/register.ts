import { sql } from 'drizzle-orm';
import { REGISTER_FIELDS } from '../../contracts/calls/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import type { Text } from '../../contracts/text.ts';
import { query } from '../db/query.ts';
import { asNumber, asText, readColumn, readValue } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseCallBody } from '../parse-call.ts';
import { exactNameKey } from '../text/match-name.ts';
import { accountNames } from './account-names.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { validateNewPassword } from './new-password.ts';
import { hashPassword, withHashTurn } from './passwords.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';

const PER_ADDRESS = 20;
/** Accounts that wait for an Admin at once, whoever made them. */
const MAX_WAITING = 100;
/** Of user `u`: registered, and named by nobody yet. */
export const IS_WAITING = sql`(u.active = 0 AND u.role_ids = '[]' AND u.name = u.username AND u.username = u.phone_number)`;
const MAX_COMPANIES = 100;

/**
 * An inactive account without roles, named by its mobile number as dialled at home (0…). A number that has an account already, or is somebody's
 * name or code, gets the same answer after the same work, so that nobody can ask who is registered. 409 while too many wait.
 */
export async function register({ db, clock }: Deps, client: ClientInfo, body: Values): Promise<void> {
  const { mobile, password, passwordConfirm } = parseCallBody(REGISTER_FIELDS, body, client.lang);
  const validate = (names: unknown[]) =>
    validateNewPassword(REGISTER_FIELDS, { chosen: password, repeated: passwordConfirm, names }, client.lang);
  validate([]);
  const attempt = await prepareAttempt(clock, [{ subject: `register:${client.network}`, limit: PER_ADDRESS }]);
  const { exceededSince, waiting, companies } = await db.read({
    exceededSince: attempt.state,
    waiting: query(sql`SELECT COUNT(*) FROM users u WHERE ${IS_WAITING}`, readValue(asNumber)),
    companies: query(sql`SELECT name FROM companies LIMIT ${MAX_COMPANIES}`, readColumn(asText)),
  });
  refuseExceeded(clock, exceededSince);
  if (waiting >= MAX_WAITING) throw new AppError('conflict', { detail: TOO_MANY_WAIT[client.lang] });
  validate(companies);
  const number = mobile.replace(/[ .-]/g, '').replace(/^\+?84/, '0');
  const row: Values = {
    ...accountNames(number),
    phone_number: number,
    active: 0,
    password: await withHashTurn(client, async (turn) => {
      await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), [attempt.confirmFailure]);
      return hashPassword(password, turn);
    }),
    created_at: clock.time(),
    updated_at: clock.time(),
  };
  const names = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  );
  const isFree = sql`NOT EXISTS (SELECT 1 FROM person_names WHERE key = ${exactNameKey(number)})`;
  await db.write([sql`INSERT OR IGNORE INTO users (${names}) SELECT ${values} WHERE ${isFree}`], toAuthor(client));
}

const TOO_MANY_WAIT: Text = {
  vi: 'Có quá nhiều tài khoản đang chờ quản trị viên kích hoạt nên chưa thể đăng ký thêm. Hãy báo quản trị viên rồi thử lại sau',
  en: 'Too many accounts wait for an administrator, so no more can be registered now. Tell an administrator and try again later',
};
