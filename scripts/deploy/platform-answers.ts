import * as z from 'zod';

const projectList = z.array(z.looseObject({ 'Project Name': z.string(), 'Project Domains': z.string() }));

/**
 * The address that the platform gave a Pages project, from `wrangler pages project list --json`: another one than its name where that is taken.
 * A rehearsal on this machine has no certificate.
 */
export function readProjectAddress(pages: string, listed: string): string {
  const project = projectList.parse(JSON.parse(listed)).find((one) => one['Project Name'] === pages);
  const domain = project?.['Project Domains'].split(',')[0]?.trim();
  if (!domain) throw new Error(`The platform lists no address of the Pages project ${pages}.`);
  return `${domain.startsWith('127.0.0.1:') ? 'http' : 'https'}://${domain}`;
}

/** Rights of CLOUDFLARE_API_TOKEN, all of the account. */
const TOKEN_RIGHTS = ['Workers Scripts: Edit', 'Workers R2 Storage: Edit', 'Queues: Edit', 'Cloudflare Pages: Edit'];

const REFUSALS = [
  {
    sign: /code: 10042\b/,
    mend: 'R2 is not switched on in this account: open R2 in the dashboard once and accept its plan, then run this again.',
  },
  {
    sign: /code: (?:10000|9109|10023)\b|Authentication error|not authorized/i,
    mend: `CLOUDFLARE_API_TOKEN lacks a right for this step. It needs, for the account: ${TOKEN_RIGHTS.join(', ')}.`,
  },
  {
    sign: /code: 8000002\b|project with this name already exists/i,
    mend: 'The name of the Pages project is taken: set another `name` in web/wrangler.toml, then run this again.',
  },
  {
    sign: /not logged in|CLOUDFLARE_API_TOKEN environment variable/i,
    mend: 'Nobody is signed in at the platform: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.',
  },
];

/** What to do about a command of wrangler that was refused, from what it printed; undefined where it is nothing known. */
export function explainRefusal(printed: string): string | undefined {
  return REFUSALS.find(({ sign }) => sign.test(printed))?.mend;
}
