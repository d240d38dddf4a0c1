import { fold } from '../../db/text-keys.ts';
import type { CellValue } from '../../xlsx/cell-value.ts';
import { type Importable, ImportFailure, said } from './importable.ts';

/** A column of the file that sets a field; `title` is its header as written. */
export interface Heading {
  index: number;
  title: string;
  field: string;
}

export interface Headings {
  columns: readonly Heading[];
  /** Headers of columns that set nothing. */
  ignored: readonly string[];
}

/** What each column of the file is, by its header: a field's key or its label in any language, whatever its case, width, accents and spaces. */
export function readHeadings(importable: Importable, cells: readonly CellValue[]): Headings {
  const fieldOf = titlesOf(importable);
  const columns: Heading[] = [];
  const ignored: string[] = [];
  cells.forEach((cell, index) => {
    if (cell === null || typeof cell === 'object') return;
    const title = String(cell).trim();
    const field = fieldOf.get(titleKey(title));
    if (field === undefined) {
      ignored.push(title.slice(0, 100));
      return;
    }
    const twin = columns.find((column) => column.field === field);
    const isRef = importable.resource.contract.fields[field]!.kind === 'ref';
    if (twin && (!isRef || titleKey(twin.title) === titleKey(title))) throw new ImportFailure(said('double_column', { column: title }));
    columns.push({ index, title, field });
  });
  if (columns.length === 0) throw new ImportFailure(said('no_known_columns'));
  refuseMissing(importable, columns);
  return { columns, ignored };
}

/** A file that names its records by their source may hold updates only, so what its new rows lack is told row by row. */
function refuseMissing({ resource, source, same, adjusts, fillIn }: Importable, columns: readonly Heading[]): void {
  const { fields } = resource.contract;
  const has = (name: string) => columns.some(({ field }) => field === name);
  if (source && has(source)) {
    if (adjusts && !adjusts.some(has)) throw missing(adjusts);
    return;
  }
  const filled = fillIn ? ['dept_id', 'dept_grp_id'] : [];
  const needed = adjusts
    ? same
    : Object.keys(fields).filter((name) => fields[name]!.required && !fields[name]!.initial && !filled.includes(name));
  const lacking = needed.filter((name) => !has(name));
  if (lacking.length > 0) throw missing(lacking);
  if (adjusts && !adjusts.some(has)) throw missing(adjusts);

  function missing(names: readonly string[]): ImportFailure {
    const labels = (lang: 'vi' | 'en') => names.map((name) => fields[name]!.label[lang]).join(', ');
    return new ImportFailure({
      vi: said('missing_columns', { columns: labels('vi') }).vi,
      en: said('missing_columns', { columns: labels('en') }).en,
    });
  }
}

function titlesOf({ resource: { contract }, fields, aliases = {} }: Importable): Map<string, string> {
  const titles = new Map<string, string>();
  const add = (title: string | undefined, field: string) => {
    if (title && fields.includes(field) && !titles.has(titleKey(title))) titles.set(titleKey(title), field);
  };
  for (const name of fields) {
    const { label } = contract.fields[name]!;
    for (const title of [name, label.vi, label.en, label.ja]) add(title, name);
  }
  for (const { key, label } of contract.columns) {
    const relation = contract.relations[key.split('.')[0]!];
    if (relation && key.includes('.')) for (const title of [key, label.vi, label.en, label.ja]) add(title, relation.field);
  }
  for (const [alias, field] of Object.entries(aliases)) {
    const label = contract.fields[alias]?.label;
    for (const title of [alias, label?.vi, label?.en, label?.ja]) add(title, field);
  }
  return titles;
}

function titleKey(title: string): string {
  return fold(title).replace(/[\s_*]+/g, '');
}
