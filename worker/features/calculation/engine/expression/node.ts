export type Arithmetic = '+' | '-' | '*' | '/' | '%' | '^';
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A formula as a tree. Positions are offsets in its source. */
export type Node = { position: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'minus' | 'plus' | 'not'; argument: Node }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Node; right: Node }
  | { kind: 'comparison'; operator: Comparison; left: Node; right: Node }
  | { kind: 'and' | 'or'; left: Node; right: Node }
  | { kind: 'choice'; test: Node; yes: Node; no: Node }
);
