/**
 * The statements of a SQL script that comes in pieces, each without its semicolon. A semicolon inside a text, a quoted name, a
 * comment or the body of a trigger ends nothing.
 */
export async function* splitSqlStatements(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  let start = 0;
  let at = 0;
  let quote = '';
  for await (const piece of pieces) {
    text = text.slice(start) + piece;
    at -= start;
    start = 0;
    // The last character waits for the next piece: it may open a comment with it.
    for (; at < text.length - 1; at++) {
      const char = text[at]!;
      if (quote) {
        if (char === quote || (quote === '*/' && char === '*' && text[at + 1] === '/')) quote = '';
      } else if (char === "'" || char === '"' || char === '`') quote = char;
      else if (char === '-' && text[at + 1] === '-') quote = '\n';
      else if (char === '/' && text[at + 1] === '*') quote = '*/';
      else if (char === ';' && isComplete(text.slice(start, at))) {
        yield text.slice(start, at).trim();
        start = at + 1;
      }
    }
  }
  const rest = text.slice(start).replace(/;\s*$/, '').trim();
  if (rest) yield rest;
}

/** A trigger's body has semicolons of its own, and ends with END. */
function isComplete(statement: string): boolean {
  return !/^\s*CREATE\s+(TEMP\s+|TEMPORARY\s+)?TRIGGER\b/i.test(statement) || /;\s*END\s*$/i.test(statement);
}
