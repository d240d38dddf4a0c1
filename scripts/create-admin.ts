import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { ADMIN_ROLE, ROLES } from '../worker/contracts/roles.ts';
import { PATTERNS } from '../worker/contracts/value-forms.ts';
import { accountNames } from '../worker/platform/auth/account-names.ts';
import { createPasswordLink } from '../worker/platform/auth/password-links.ts';
import { createClock } from '../worker/platform/clock.ts';
import { createDatabase } from '../worker/platform/db/client.ts';
import { query } from '../worker/platform/db/query.ts';
import { users } from '../worker/platform/db/schema/organisation.ts';
import { asBoolean, readFirst, readRows } from '../worker/platform/db/typed-rows.ts';
import { ENVIRONMENT_SETTINGS } from '../worker/platform/environment-settings.ts';
import { fold } from '../worker/platform/text/fold.ts';
import { exactNameKey } from '../worker/platform/text/match-name.ts';
import { sortKey } from '../worker/platform/text/sort-key.ts';
import { migrate } from './migrate.ts';
import { openDatabase, SITE_FILE } from './run/open-database.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';

const LINK_SECONDS = 86_400;
/** What the first Admin of a new site is called; changed on the own profile. */
const FIRST_ADMIN = 'admin';

export interface CreateAdminOptions {
  username: string;
  /** Give the Admin of that name, who exists, a new link. */
  reset?: boolean;
}

/**
 * Makes the first Admin of a migrated database, without a password, and the system's roles where they are missing. Answers the path of a
 * link that sets the password, once, within a day. Throws with one sentence when there is an Admin already; one whom the start of an empty
 * site made and who has set no password yet gets this name.
 */
export async function createAdmin(client: Client, { username, reset = false }: CreateAdminOptions): Promise<string> {
  const name = username.trim();
  if (!PATTERNS.no_special_characters.test(name) || name.length > 64) {
    throw new Error('A username has up to 64 letters, digits, spaces, hyphens and underscores.');
  }
  const clock = createClock();
  const db = createDatabase(() => client, clock.time);
  const findUser = query(sql`SELECT id FROM users WHERE username_fold = ${fold(name)}`, readFirst({ id: users.id }));
  const { found, admins, people } = await db.read({
    found: findUser,
    admins: query(
      sql`SELECT u.id, u.username FROM users u WHERE u.active = 1 AND EXISTS
        (SELECT 1 FROM json_each(u.role_ids) j JOIN roles r ON r.id = j.value WHERE r.name = ${ADMIN_ROLE}) ORDER BY u.id`,
      readRows({ id: users.id, username: users.username }),
    ),
    people: selectFirstPeople(),
  });
  const unused = findUnusedAdmin(people);
  const admin = admins.find(({ id }) => id === found?.id);
  if (reset && !admin) throw new Error(`There is no active Admin ${name}.`);
  if (!reset && admins[0] && !unused) {
    throw new Error(`There is an Admin already: ${admins[0].username}. With --reset an Admin gets a new password link.`);
  }
  if (!reset && found && !unused) throw new Error(`The username ${name} is taken by somebody who is no Admin. Choose another.`);

  const named = Object.entries(accountNames(name));
  const columns = sql.join(
    named.map(([column]) => sql.identifier(column)),
    sql`, `,
  );
  const values = sql.join(
    named.map(([, value]) => sql`${value}`),
    sql`, `,
  );
  const author = { user_id: null, source: 'script' as const };
  const at = clock.time();
  if (unused) {
    await db.write([sql`UPDATE users SET (${columns}) = (${values}) WHERE id = ${unused.id}`], author);
  } else if (!reset) {
    await db.write(
      [
        ...ROLES.map(
          (role) => sql`INSERT INTO roles (name, name_fold, name_sort, name_key, created_at, updated_at)
            SELECT ${role}, ${fold(role)}, ${sortKey(role)}, ${exactNameKey(role)}, ${at}, ${at} WHERE NOT EXISTS (SELECT 1 FROM roles WHERE name = ${role})`,
        ),
        sql`INSERT INTO users (${columns}, role_ids, created_at, updated_at) SELECT ${values}, json_array(id), ${at}, ${at} FROM roles WHERE name = ${ADMIN_ROLE}`,
      ],
      author,
    );
  }
  const user = await db.read(findUser);
  const link = await createPasswordLink(user!.id, clock.now(), LINK_SECONDS);
  await db.write(link.statements, author);
  return link.path;
}

/**
 * The path of a link for the first Admin of a database without people: makes the Admin, and while nobody has signed in a new link takes the place
 * of the one before. Undefined once the Admin has a password, or somebody else is there.
 */
export async function createFirstAdminLink(client: Client): Promise<string | undefined> {
  const db = createDatabase(() => client, createClock().time);
  const people = await db.read(selectFirstPeople());
  if (people.length > 0 && !findUnusedAdmin(people)) return undefined;
  return createAdmin(client, { username: FIRST_ADMIN });
}

/** The first two people of the database. */
function selectFirstPeople() {
  return query(
    sql`SELECT id, username, password IS NOT NULL AS has_password FROM users ORDER BY id LIMIT 2`,
    readRows({ id: users.id, username: users.username, has_password: asBoolean }),
  );
}

/** The Admin whom the start of an empty site made, while nobody else is there and no password is set. */
function findUnusedAdmin(people: readonly { id: number; username: string; has_password: boolean }[]) {
  const [first, second] = people;
  return first && !second && !first.has_password && first.username === FIRST_ADMIN ? first : undefined;
}

/** The address of the site: as it is configured, else where it runs on this data folder or ran last. */
function findOrigin(env: NodeJS.ProcessEnv): string {
  if (env.APP_ORIGIN) return env.APP_ORIGIN;
  const file = join(env.DATA_DIR || ENVIRONMENT_SETTINGS.DATA_DIR.initial, SITE_FILE);
  if (!env.PORT && existsSync(file)) return readFileSync(file, 'utf8').trim();
  return `http://localhost:${env.PORT || ENVIRONMENT_SETTINGS.PORT.initial}`;
}

const USAGE = `Usage: npm run admin:create -- --username <name> [--reset]
Makes the first Admin, or with --reset gives an Admin who exists a new link, in the database at LIBSQL_URL or of the data folder DATA_DIR (.data).`;

async function main(): Promise<void> {
  const values = readOptions(USAGE, { username: { type: 'string' }, reset: { type: 'boolean' } });
  if (!values) return;
  if (!values.username) throw new Error(USAGE);
  const { LIBSQL_URL, APP_ORIGIN } = process.env;
  if (LIBSQL_URL && !APP_ORIGIN) throw new Error('Set APP_ORIGIN to the address of the site at that database: the link begins with it.');
  const database = await openDatabase(process.env);
  try {
    await migrate(database.client);
    const path = await createAdmin(database.client, { username: values.username, reset: values.reset ?? false });
    const origin = findOrigin(process.env);
    console.info(`Open this link within a day to set the password of ${values.username}. It works once.\n\n${origin}${path}\n`);
  } finally {
    await database.close();
  }
}

if (import.meta.main) await runScript(main);
