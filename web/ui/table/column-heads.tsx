/** The head of a plain table: a label for each column, `{ right }` for one of numbers. */
export function ColumnHeads({ heads }: { heads: readonly (string | { right: string })[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => {
          const label = typeof head === 'string' ? head : head.right;
          return (
            <th key={label} scope="col" data-align={typeof head === 'string' ? undefined : 'right'}>
              {label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
