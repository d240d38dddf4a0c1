import { randomBytes } from 'node:crypto';
import * as readline from 'node:readline';
import { Writable } from 'node:stream';
import * as z from 'zod';
import { ENVIRONMENT_SETTINGS, type EnvironmentSettingName, listRequiredSecrets } from '../../worker/platform/environment-settings.ts';
import { findSettingProblems } from './setting-problems.ts';

const secretList = z.array(z.object({ name: z.string() }));

/** Secrets that the Worker cannot live without and that are neither deployed nor in `env`. `listed` is the output of `wrangler secret list`, undefined before the first deployment. */
export function findMissingSecrets(env: NodeJS.ProcessEnv, listed: string | undefined): EnvironmentSettingName[] {
  const deployed = new Set(listed === undefined ? [] : secretList.parse(JSON.parse(listed)).map(({ name }) => name));
  return listRequiredSecrets().filter((name) => !env[name] && !deployed.has(name));
}

/**
 * Asks for each of them on the terminal, without showing what is typed, until it may be right. Nobody has to know the secret that signs sessions:
 * Enter makes one. Throws, naming all, where there is no terminal to ask on.
 */
export async function askForSecrets(names: readonly EnvironmentSettingName[]): Promise<Record<string, string>> {
  if (names.length > 0 && !process.stdin.isTTY) {
    const lines = names.map((name) => `Set ${name}: ${ENVIRONMENT_SETTINGS[name].meaning}`);
    throw new Error(`The Worker cannot run without these secrets, and none is deployed yet.\n${lines.join('\n')}`);
  }
  const secrets: Record<string, string> = {};
  for (const name of names) {
    console.info(`${name}: ${ENVIRONMENT_SETTINGS[name].meaning}${name === 'JWT_SECRET' ? ' Enter makes one.' : ''}`);
    for (;;) {
      const value = (await askHidden(`${name}: `)) || (name === 'JWT_SECRET' ? randomBytes(48).toString('base64url') : '');
      const problems = value
        ? findSettingProblems({ [name]: value }).filter((problem) => problem.startsWith(`${name} `))
        : ['It is needed.'];
      if (problems.length === 0) {
        secrets[name] = value;
        break;
      }
      console.error(problems[0]);
    }
  }
  return secrets;
}

function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = readline.createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Error('Stopped; nothing was deployed.')));
    terminal.question('', (answer) => resolve(answer.trim()));
  }).finally(() => {
    terminal.close();
    process.stdout.write('\n');
  }) as Promise<string>;
}
