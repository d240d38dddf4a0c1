import type { Client, InStatement } from '@libsql/client';

/** The client, which refuses what its own parser takes and that of the server does not: tests without a server would not see it. */
export function withServerSyntax(client: Client): Client {
  const known = new Set<string>();
  const check = (statement: InStatement | [string, unknown?]) => {
    const text = typeof statement === 'string' ? statement : Array.isArray(statement) ? statement[0] : statement.sql;
    if (known.has(text)) return;
    refuseForeignSyntax(text);
    known.add(text);
  };
  const { execute, batch } = client;
  return Object.assign(client, {
    execute: (statement: InStatement, values?: never) => {
      check(statement);
      return execute.call(client, statement as string, values);
    },
    batch: (statements: InStatement[], mode?: 'write') => {
      statements.forEach(check);
      return batch.call(client, statements, mode);
    },
  });
}

/** An order within an aggregate, and HAVING without GROUP BY. */
export function refuseForeignSyntax(text: string): void {
  for (const { index, 0: call } of text.matchAll(
    /\b(?:json_group_array|json_group_object|group_concat|string_agg|sum|count|max|min)\(/gi,
  )) {
    if (/\bORDER BY\b/i.test(ownPart(text, index + call.length))) throw new Error(`The server takes no order within ${call}…): ${text}`);
  }
  for (const { index } of text.matchAll(/\bHAVING\b/gi)) {
    const select = text.slice(0, index).lastIndexOf('SELECT');
    if (!/\bGROUP BY\b/i.test(text.slice(select, index))) throw new Error(`The server takes no HAVING without GROUP BY: ${text}`);
  }
}

/** What stands between a parenthesis and its end, without what stands in parentheses of its own. */
function ownPart(text: string, start: number): string {
  let depth = 0;
  let own = '';
  for (let at = start; at < text.length && depth >= 0; at++) {
    const sign = text[at]!;
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth === 0) own += sign;
  }
  return own;
}
