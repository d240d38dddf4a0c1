import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';

export type Source = { ok: true; text: string } | { ok: false; problem: FormulaProblem };

/**
 * Makes a typed formula ready for the parser without moving any character: the leading `=` becomes a space, full-width signs
 * their plain form (an input method writes （１＋２）). Texts in quotes stay as typed. Refuses what no formula may hold,
 * and brackets, quotes and commas that do not fit, at the place where they stand.
 */
export function readSource(source: string): Source {
  if (source.length > MAX_LENGTH) return refuse('too_long', MAX_LENGTH, undefined, { expected: MAX_LENGTH, given: source.length });
  const start = source.search(/\S/);
  let text = start >= 0 && plain(source[start]!) === '=' ? `${source.slice(0, start)} ${source.slice(start + 1)}` : source;
  if (text.trim() === '') return refuse('empty', 0);

  const open: { position: number; call: boolean }[] = [];
  let quote: { mark: string; position: number } | null = null;
  let last = '';
  let result = '';
  for (let position = 0; position < text.length; ) {
    const typed = String.fromCodePoint(text.codePointAt(position)!);
    const char = plain(typed);
    if (quote) {
      const escaped = typed === '\\' ? text.slice(position, position + 2) : '';
      result += escaped || (char === quote.mark ? char : typed);
      if (char === quote.mark) quote = null;
      position += escaped.length || typed.length;
      continue;
    }
    if (!ALLOWED.test(char)) return refuse('not_allowed', position, typed);
    if (char === '"' || char === "'") quote = { mark: char, position };
    else if (char === '(') open.push({ position, call: NAME_PART.test(last) });
    else if (char === ')') {
      const bracket = open.pop();
      const nothing = last === ',' || (last === '(' && !bracket?.call);
      if (!bracket || nothing) return refuse('syntax', position, typed);
    }
    if (char === ',' && !open.at(-1)?.call) return refuse('syntax', position, typed);
    if (char !== ' ') last = char;
    result += char;
    position += typed.length;
  }
  text = result;
  if (quote) return refuse('unclosed', quote.position, quote.mark);
  const unclosed = open.at(-1);
  if (unclosed) return refuse('unclosed', unclosed.position, '(');
  return { ok: true, text };
}

const MAX_LENGTH = 1000;

const ALLOWED = /^[\p{L}\p{M}\p{N}_ +\-*/%^()=!<>&|?:,."'≠≤≥]$/u;
const NAME_PART = /[\p{L}\p{M}\p{N}_]/u;
const SIGNS: Record<string, string> = { '×': '*', '÷': '/', '−': '-', '、': ',' };

function plain(char: string): string {
  if (char >= '！' && char <= '～') return String.fromCharCode(char.charCodeAt(0) - 0xfee0);
  return /\s/.test(char) ? ' ' : (SIGNS[char] ?? char);
}

function refuse(code: FormulaProblem['code'], position: number, name?: string, more: Partial<FormulaProblem> = {}): Source {
  return { ok: false, problem: { code, position, ...(name !== undefined && { name }), ...more } };
}
