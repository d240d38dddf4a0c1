import type * as z from 'zod';
import { messagesOf, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';

/** `{field: sentence}` of a failed schema, also where a check of zod's own failed, whose sentences are English alone. */
export function schemaMessages(error: z.ZodError, labelOf: (field: string) => string, lang: Lang): Record<string, string> {
  const issues = error.issues.map((issue) => ({ ...issue, message: toToken(issue) }));
  return messagesOf({ issues }, labelOf, lang);
}

/** The rule that an issue stands for; its own where the schema names one. */
function toToken(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('["')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? ruleToken('required') : ruleToken(typeRule(issue.expected));
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
