import type { Client } from '@libsql/client';
import { DEPLOY_ENVIRONMENTS, type DeployEnvironment } from './deployment.ts';

/** Where an environment was deployed to: the host of its database, and its origin. A branch of a database has the record, under a host of its own. */
interface Places {
  LIBSQL_URL: string;
  APP_ORIGIN: string;
}

const recordOf = (environment: DeployEnvironment) => `deployed_${environment}`;

function readPlaces({ LIBSQL_URL, APP_ORIGIN }: NodeJS.ProcessEnv): Partial<Places> {
  return { LIBSQL_URL: new URL(String(LIBSQL_URL)).host, APP_ORIGIN };
}

/** Throws one sentence where database or origin are those of another environment, as the database tells. */
export async function refuseOtherPlaces(client: Client, environment: DeployEnvironment, env: NodeJS.ProcessEnv): Promise<void> {
  const there = await client.execute("SELECT 1 FROM sqlite_master WHERE name = 'heartbeats'");
  if (there.rows.length === 0) return;
  const own = readPlaces(env);
  for (const other of DEPLOY_ENVIRONMENTS.filter((name) => name !== environment)) {
    const { rows } = await client.execute({ sql: 'SELECT message FROM heartbeats WHERE name = ?', args: [recordOf(other)] });
    if (!rows[0]) continue;
    const places: Places = JSON.parse(String(rows[0].message));
    for (const name of ['LIBSQL_URL', 'APP_ORIGIN'] as const)
      if (own[name] && own[name] === places[name]) throw new Error(`${name} is that of ${other}: ${environment} needs one of its own.`);
  }
}

/** Records where the environment is deployed to, for `refuseOtherPlaces` of another one. An origin that is not given stays as it was. */
export async function recordPlaces(client: Client, environment: DeployEnvironment, env: NodeJS.ProcessEnv): Promise<void> {
  await client.execute({
    sql: `INSERT INTO heartbeats (name, first_at, message) VALUES (?, datetime('now', '+7 hours'), ?)
      ON CONFLICT (name) DO UPDATE SET message = json_patch(message, excluded.message)`,
    args: [recordOf(environment), JSON.stringify(readPlaces(env))],
  });
}
