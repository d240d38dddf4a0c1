import { contractOf } from '../../worker/contracts/contracts.ts';
import { readWorkbook } from './read-workbook.ts';
import { workbookOf } from './workbooks.ts';

/** A row of an office's sheet, by field. */
export type SheetRow = Readonly<Record<string, string | number>>;

/** A workbook with the headings of an import template and these rows beneath them; a field that the template lacks is an error. */
export async function fillTemplate(
  entity: string,
  headings: readonly unknown[],
  rows: readonly SheetRow[],
): Promise<Uint8Array<ArrayBuffer>> {
  const titles = headings.map((heading) => String(heading).replace(/ \*$/, ''));
  const { fields } = contractOf(entity)!;
  const placeOf = new Map(Object.keys(rows[0] ?? {}).map((field) => [field, titles.indexOf(fields[field]!.label.vi)]));
  const absent = [...placeOf].filter(([, place]) => place < 0).map(([field]) => field);
  if (absent.length > 0) throw new Error(`the template of ${entity} has no column for ${absent.join(', ')}`);
  const cells = (row: SheetRow) => {
    const line: (string | number | null)[] = titles.map(() => null);
    for (const [field, value] of Object.entries(row)) line[placeOf.get(field)!] = value;
    return line;
  };
  return workbookOf([headings, ...rows.map(cells)]);
}

/** The headings of a template. */
export const readHeadings = async (template: Uint8Array): Promise<unknown[]> => (await readWorkbook(template))[0] ?? [];
