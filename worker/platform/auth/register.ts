import { getTableColumns, sql } from 'drizzle-orm';
import { REGISTER_FIELDS } from '../../contracts/calls/auth.ts';
import type { Values } from '../../contracts/fields.ts';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asText, readColumn } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { parseCallBody } from '../parse-call.ts';
import { deriveTextKeys } from '../text/text-keys.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { validateNewPassword } from './new-password.ts';
import { hashPassword, withHashTurn } from './passwords.ts';
import { prepareAttempt, refuseExceeded, reserveAttempt } from './rate-limiter.ts';

const PER_ADDRESS = 20;
const MAX_COMPANIES = 100;
const USERS = { columns: new Set(Object.keys(getTableColumns(users))) };

/**
 * An inactive account without roles, named by its mobile number as dialled at home (0…). A number that has an account already gets the
 * same answer after the same work, so that nobody can ask who is registered.
 */
export async function register({ db, clock }: Deps, client: ClientInfo, body: Values): Promise<void> {
  const { mobile, password, passwordConfirm } = parseCallBody(REGISTER_FIELDS, body, client.lang);
  const validate = (names: unknown[]) =>
    validateNewPassword(REGISTER_FIELDS, { chosen: password, repeated: passwordConfirm, names }, client.lang);
  validate([]);
  const attempt = await prepareAttempt(clock, [{ subject: `register:${client.network}`, limit: PER_ADDRESS }]);
  const { exceededSince, companies } = await db.read({
    exceededSince: attempt.state,
    companies: query(sql`SELECT name FROM companies LIMIT ${MAX_COMPANIES}`, readColumn(asText)),
  });
  refuseExceeded(clock, exceededSince);
  validate(companies);
  const number = mobile.replace(/[ .-]/g, '').replace(/^\+?84/, '0');
  const texts = { username: number, name: number, code: number };
  const row: Values = {
    ...texts,
    phone_number: number,
    active: 0,
    password: await withHashTurn(client, async (turn) => {
      await reserveAttempt(clock, attempt, (plan) => db.write(plan, toAuthor(client)), [attempt.confirmFailure]);
      return hashPassword(password, turn);
    }),
    created_at: clock.time(),
    updated_at: clock.time(),
    ...Object.assign({}, ...Object.entries(texts).map(([name, value]) => deriveTextKeys(USERS, name, value))),
  };
  const names = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  );
  await db.write([sql`INSERT OR IGNORE INTO users (${names}) VALUES (${values})`], toAuthor(client));
}
