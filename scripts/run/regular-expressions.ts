import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { check } from 'recheck';
import { parseAst } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['worker', 'web', 'scripts'];
/** Files whose expressions need not be linear, each with the reason. */
const EXEMPT: Record<string, string> = {
  'web/crud/form/rich-text/plain-markup.ts': 'reads what a person pastes, in that person’s own browser',
  'scripts/run/secret-rules.ts': 'reads the files of this project only',
  'scripts/base-vn-standin/form.ts': 'reads numbers of ten digits that the stand-in makes',
};
const CACHE_FILE = join(ROOT, 'dist/regular-expressions.json');
/** A fixed seed and no time limits inside the search: the same expression gets the same verdict on every machine, however busy. */
const SEARCH = { timeout: 120_000, randomSeed: 20_261, incubationTimeout: null, attackTimeout: null };
const PARALLEL = 2;

export interface RegularExpression {
  source: string;
  flags: string;
  /** From 1. */
  line: number;
}

/** Throws, with file and line, where a regular expression of the product needs more than linear time for some text, or can't be judged. */
export async function checkRegularExpressions(): Promise<void> {
  const found = FOLDERS.flatMap(listSources)
    .filter((file) => !(file in EXEMPT))
    .flatMap((file) =>
      findRegularExpressions(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map((expression) => ({
        file,
        ...expression,
      })),
    );
  const verdicts = await endingItsProcesses(() => checkAll(found));
  const problems = found.flatMap(({ file, line, source, flags }) => {
    const verdict = verdicts[`/${source}/${flags}`];
    return verdict === 'safe' ? [] : [`${file}:${line}: /${source}/${flags} ${verdict}`];
  });
  if (problems.length > 0) throw new Error(`${problems.length} regular expressions are not linear:\n${problems.join('\n')}`);
  console.info(`${found.length} regular expressions take linear time.`);
}

/** The search starts a program that it does not end. */
async function endingItsProcesses<Result>(search: () => Promise<Result>): Promise<Result> {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  try {
    return await search();
  } finally {
    unsubscribe('child_process', note);
    await Promise.all(
      started.filter((child) => child.exitCode === null && child.kill()).map((child) => once(child.ref() ?? child, 'exit')),
    );
  }
}

/** Literals, and `new RegExp` of texts; parts that are not constant stand for one letter. */
export function findRegularExpressions(code: string, lang: 'ts' | 'tsx' = 'ts'): RegularExpression[] {
  const found: RegularExpression[] = [];
  visit(parseAst(code, { lang }), (node) => {
    const line = code.slice(0, node.start).split('\n').length;
    if (node.type === 'Literal' && node.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags, line });
    if (node.type === 'NewExpression' && node.callee?.name === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map(readText);
      if (source !== undefined) found.push({ source, flags: flags ?? '', line });
    }
  });
  return found;
}

interface Node {
  type: string;
  start: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
  arguments?: Node[];
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

function visit(node: unknown, onNode: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && typeof node.type === 'string') onNode(node as Node);
  for (const child of Object.values(node)) visit(child, onNode);
}

function readText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis?.map(({ value }) => value.cooked).join('x');
  return undefined;
}

/** Verdicts by expression, those of the last time reused: an expression alone decides its own. */
async function checkAll(expressions: readonly RegularExpression[]): Promise<Record<string, string>> {
  const kept: Record<string, string> = existsSync(CACHE_FILE) ? JSON.parse(await readFile(CACHE_FILE, 'utf8')) : {};
  const verdicts: Record<string, string> = {};
  const waiting = [...new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one])).entries()];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) verdicts[next[0]] = kept[next[0]] ?? (await checkExpression(next[1]));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await mkdir(dirname(CACHE_FILE), { recursive: true });
  await writeFile(CACHE_FILE, JSON.stringify(verdicts));
  return verdicts;
}

/** `safe`, or what is wrong with it. */
export async function checkExpression({ source, flags }: Pick<RegularExpression, 'source' | 'flags'>): Promise<string> {
  const result = await check(source, flags, SEARCH);
  if (result.status === 'safe') return 'safe';
  if (result.status === 'unknown') return `can't be judged: ${result.error.kind}`;
  return `is ${result.complexity.summary}, for example for ${JSON.stringify(result.attack.string.slice(0, 60))}`;
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => join(folder, file));
}
