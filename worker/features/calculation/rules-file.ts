import { sha256 } from '../../platform/crypto.ts';
import type { RuleRows } from './engine/rows.ts';
import { type CompiledRules, compileRules } from './engine/rules.ts';
import { rulesFileKey } from './load.ts';

/** Why the rules of a calculation cannot be used: their file is not there, or is not what its hash says. */
export type RulesProblem = 'missing' | 'changed';

/** Where rules are kept; a bucket is one. */
export interface RulesFiles {
  get(key: string): Promise<{ text(): Promise<string> } | null>;
}

/** The rules kept under a hash, if the file still has that hash. */
export async function readRulesFile(files: RulesFiles | undefined, hash: string | null): Promise<RuleRows | RulesProblem> {
  const stored = hash && files ? await files.get(rulesFileKey(hash)) : null;
  if (!stored) return 'missing';
  const text = await stored.text();
  return (await sha256(text)) === hash ? (JSON.parse(text) as RuleRows) : 'changed';
}

/** Compiled rules by hash, each read once. */
export function createRulesLibrary(files: RulesFiles | undefined): (hash: string | null) => Promise<CompiledRules | RulesProblem> {
  const known = new Map<string | null, Promise<CompiledRules | RulesProblem>>();
  return (hash) => {
    const reading =
      known.get(hash) ?? readRulesFile(files, hash).then((rules) => (typeof rules === 'string' ? rules : compileRules(rules)));
    known.set(hash, reading);
    return reading;
  };
}
