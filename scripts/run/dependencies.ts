import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from './tool-environment.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Licences under which everything that is shipped may be used and passed on, free of charge and of duties beyond a notice. */
const FREE_LICENCES = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
];

/** The packages of package-lock.json, by their place; '' is the project itself. */
export type Lock = Record<
  string,
  { version?: string; integrity?: string; license?: string; dev?: boolean; link?: boolean; inBundle?: boolean }
>;

/** Throws where a package is not pinned to its content, or one that is shipped has no free licence. */
export async function checkLock(): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const problems = findLockProblems(packages, readInstalledLicence);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const shipped = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev);
  console.info(`${Object.keys(packages).length - 1} packages pinned by hash, ${shipped.length} of them shipped, under free licences.`);
}

/** What is wrong with the packages of a lock file. `installed` tells the licence that a package itself states, where it is installed. */
export function findLockProblems(packages: Lock, installed: (place: string) => unknown): string[] {
  return Object.entries(packages).flatMap(([place, { integrity, license, dev, link, inBundle }]) => {
    // What lies inside another package comes with that one's content.
    if (place === '' || link || inBundle) return [];
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const pinned = /^sha(512|384|256)-/.test(integrity ?? '');
    const stated = [license, ...(dev ? [] : [installed(place)])].filter((one) => one !== undefined);
    const free = dev || (stated.length > 0 && stated.every(isFreeLicence));
    return [
      ...(pinned ? [] : [`${name}: package-lock.json holds no hash of its content`]),
      ...(free ? [] : [`${name}: its licence is not known to be free: ${stated.map((one) => JSON.stringify(one)).join(', ') || 'none'}`]),
    ];
  });
}

/** An SPDX expression: of `A OR B` one must be free, of `A AND B` both. */
export function isFreeLicence(licence: unknown): boolean {
  if (typeof licence !== 'string') return false;
  const plain = licence
    .split(/[\s()]/)
    .filter(Boolean)
    .join(' ');
  // Both words in one expression would need their brackets.
  if (/\sOR\s/.test(plain) && /\sAND\s/.test(plain)) return false;
  if (/\sOR\s/.test(plain)) return plain.split(' OR ').some((one) => FREE_LICENCES.includes(one));
  return plain.split(' AND ').every((one) => FREE_LICENCES.includes(one));
}

function readInstalledLicence(place: string): unknown {
  const file = join(ROOT, place, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown; licenses?: unknown };
  if (typeof license === 'object' && license !== null) return (license as { type?: unknown }).type;
  return license ?? licenses;
}

/** Throws on an advisory of grade high or worse. A registry without an audit endpoint is reported, and does not fail the check. */
export async function checkAdvisories(): Promise<void> {
  const { unanswered, found } = parseAdvisories(await runAudit());
  if (unanswered !== undefined) return console.warn(`NOT CHECKED: the package registry answers no audit (${unanswered}).`);
  if (found.length > 0) throw new Error(`Known advisories of grade high or worse:\n${found.join('\n')}`);
  console.info('No known advisory of grade high or worse.');
}

/** Parses `npm audit --json`: a line for each package with a high or critical advisory, or why there is no result. */
export function parseAdvisories(output: string): { unanswered?: string; found: string[] } {
  let answer: Answer;
  try {
    answer = JSON.parse(output) as Answer;
  } catch {
    return { unanswered: 'no JSON', found: [] };
  }
  if (!answer.metadata?.vulnerabilities) {
    return { unanswered: String(answer.statusCode ?? answer.error?.code ?? 'no reason given'), found: [] };
  }
  const bad = Object.values(answer.vulnerabilities ?? {}).filter(({ severity }) => severity === 'high' || severity === 'critical');
  return {
    found: bad.map(({ name, severity, range, via }) => {
      const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : one.title));
      return `${name} ${range} (${severity}): ${titles.join('; ')}`;
    }),
  };
}

interface Answer {
  statusCode?: number;
  error?: { code?: string };
  metadata?: { vulnerabilities?: Record<string, number> };
  vulnerabilities?: Record<string, { name: string; severity: string; range: string; via: (string | { title: string })[] }>;
}

/** npm ends with 1 for advisories as for errors: only what it prints counts. */
function runAudit(): Promise<string> {
  const cli = process.env.npm_execpath;
  const [program, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
  const options = ['audit', '--audit-level=high', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  return new Promise((resolve) => {
    const settings = { cwd: ROOT, env: toolEnvironment(), maxBuffer: 1 << 26, timeout: 60_000 };
    execFile(program!, [...first, ...options], settings, (_error, stdout) => resolve(stdout));
  });
}
