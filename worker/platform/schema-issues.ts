import type * as z from 'zod';
import { ruleToken } from '../contracts/rules.ts';

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
      return ruleToken(issue.origin === 'string' ? 'max_length' : 'max', { max: Number(issue.maximum) });
    case 'invalid_value':
      return ruleToken('option', { options: issue.values.join(', ') });
    default:
      return ruleToken('invalid');
  }
}

const isSized = (origin: string) => origin === 'array' || origin === 'string';

function typeRule(expected: string) {
  if (expected === 'string') return 'text';
  if (expected === 'int') return 'integer';
  return expected === 'number' ? 'number' : 'invalid';
}
