/**
 * Full-width and half-width signs as the plain ones, and ㈱ as (株). Others that Unicode only calls compatible stay what they are: a code of ② or ² is
 * not one of 2.
 */
export function foldWidth(text: string): string {
  return text.replace(WIDE, (signs) => signs.normalize('NFKC'));
}

const WIDE = /[\u2000-\u200a\u202f\u205f\u3000\u00a0\u3220-\u3243\uff01-\uffdc\uffe0-\uffee]+/g;
