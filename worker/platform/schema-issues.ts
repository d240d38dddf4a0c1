import type * as z from 'zod';
import { type Rule, ruleToken } from '../contracts/rules.ts';

/**
 * The rule that an issue stands for where its schema names none, so that the checks of zod's own are told in both languages: the `error` of a
 * parse. It goes by what the issue holds, not by a sentence.
 */
export function nameRule(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? ruleToken('required') : ruleToken(typeRule(issue.expected));
    case 'too_small':
      return isSized(issue.origin) ? ruleToken('required') : ruleToken('min', { min: Number(issue.minimum) });
    case 'too_big':
      return ruleToken(MAX_RULES[issue.origin] ?? 'max', { max: Number(issue.maximum) });
    case 'invalid_value':
      return ruleToken('option', { options: issue.values.join(', ') });
    default:
      return ruleToken('invalid');
  }
}

const isSized = (origin: string) => origin === 'array' || origin === 'string';

const MAX_RULES: Readonly<Record<string, Rule>> = { string: 'max_length', array: 'max_entries' };

const typeRule = (expected: string): Rule => TYPE_RULES[expected] ?? 'invalid';

const TYPE_RULES: Readonly<Record<string, Rule>> = {
  string: 'text',
  int: 'integer',
  number: 'number',
  array: 'list',
  object: 'object',
  record: 'object',
  boolean: 'boolean',
};
