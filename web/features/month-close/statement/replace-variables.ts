const NAME = /[a-z_][a-z_0-9]*/gi;

/** An expression of the totals for display: each variable is replaced by its label or value, functions stay, `*` and `-` become × and −. */
export function replaceVariables(expression: string, replace: (name: string) => string | undefined): string {
  return expression
    .replace(/\s+/g, ' ')
    .replaceAll('*', '×')
    .replaceAll(/\s-\s/g, ' − ')
    .replaceAll(NAME, (name) => replace(name) ?? name);
}

export function usesVariable(expression: string, name: string): boolean {
  return expression.match(NAME)?.includes(name) ?? false;
}
