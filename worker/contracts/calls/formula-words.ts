import type { Lang, Text } from '../text.ts';
import { FORMULA_FUNCTIONS, VARIABLES } from './formula-language.ts';

/** A piece of a formula as people read it; `key` is what the formula itself says where that is another word. */
interface FormulaWord {
  text: string;
  key?: string;
}

const TOKEN = /("[^"]*"|'[^']*')|([\p{L}_][\p{L}\p{M}\p{N}_]*)|(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(<=|>=|<>|!=|==|&&|\|\||[*\-/,])/giu;

/** The formula in words: variables by their labels, functions and signs as people write them, numbers in the reader's form. */
export function toWords(source: string, lang: Lang): FormulaWord[] {
  const words: FormulaWord[] = [];
  let from = 0;
  const plain = source.replace(/^\s*=/, '').trim();
  for (const match of plain.matchAll(TOKEN)) {
    const [token, quoted, name, number, sign] = match;
    if (match.index > from) words.push({ text: plain.slice(from, match.index) });
    from = match.index + token.length;
    if (name) words.push(nameWord(name, lang));
    else if (number) words.push({ text: formatFormulaNumber(number, lang) });
    else if (sign) words.push(signWord(sign, lang));
    else words.push({ text: quoted! });
  }
  if (from < plain.length) words.push({ text: plain.slice(from) });
  return words;
}

/** The label of a variable, of the name itself for what is none. */
export function variableLabel(name: string, lang: Lang): string {
  return findVariable(name)?.label[lang] ?? name;
}

/** The operator of a condition as people write it. */
export function operatorText(operator: string, lang: Lang): string {
  return operator === 'in' ? IS_ONE_OF[lang] : (SIGNS[operator] ?? operator);
}

const IS_ONE_OF: Text = { vi: 'là một trong', en: 'is one of' };

const findVariable = (name: string) => {
  const wanted = name.toLowerCase();
  return VARIABLES.find(({ name: key, label }) => key === wanted || label.ja?.toLowerCase() === wanted);
};

function nameWord(name: string, lang: Lang): FormulaWord {
  const variable = findVariable(name);
  if (variable) return { text: variable.label[lang], key: variable.name };
  const word = FORMULA_FUNCTIONS.find((each) => each.name === name.toLowerCase())?.word ?? (name.toLowerCase() === 'not' ? NOT : undefined);
  return word ? { text: word[lang], key: name } : { text: name };
}

const NOT: Text = { vi: 'không', en: 'not' };
const SIGNS: Readonly<Record<string, string>> = {
  '*': '×',
  '-': '−',
  '/': '÷',
  '<=': '≤',
  '>=': '≥',
  '<>': '≠',
  '!=': '≠',
  '==': '=',
  '&&': 'and',
  '||': 'or',
};

function signWord(sign: string, lang: Lang): FormulaWord {
  // Where a comma is the decimal sign, arguments are told apart by another.
  if (sign === ',') return { text: lang === 'vi' ? ';' : ',' };
  const word = SIGNS[sign]!;
  return word === 'and' || word === 'or' ? nameWord(word, lang) : { text: word };
}

/** A number of a formula in the reader's form, with all its places. */
function formatFormulaNumber(typed: string, lang: Lang): string {
  const value = Number(typed);
  const text = Number.isFinite(value) ? String(value) : typed;
  return lang === 'vi' ? text.replace('.', ',') : text;
}

/** The same as one text. */
export function formulaText(source: string, lang: Lang): string {
  return toWords(source, lang)
    .map(({ text }) => text)
    .join('');
}
