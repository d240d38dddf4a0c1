import type { Sheet } from './sheet.ts';

/** The rows as a JSON array of objects by the columns' keys, without the totals. */
export async function* writeJson({ columns, rows }: Sheet): AsyncGenerator<string> {
  let separator = '[';
  for await (const chunk of rows) {
    for (const cells of chunk) {
      yield separator + JSON.stringify(Object.fromEntries(columns.map(({ key }, place) => [key, cells[place] ?? null])));
      separator = ',\n';
    }
  }
  yield separator === '[' ? '[]' : ']';
}
