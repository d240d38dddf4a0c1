const NAME = /[a-z_][a-z_0-9]*/gi;

/** An expression of the totals in words or figures: every variable it names is replaced by what `spell` says of it, functions stay. */
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
