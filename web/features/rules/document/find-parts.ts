import type { RuleDocument } from '#contracts/calls/answers/rule-document.ts';
import { fold } from '#text/fold.ts';

/** What a search finds of a rule book, all of it without one, and in how many rows of its tables. */
export interface BookParts extends Pick<RuleDocument, 'customers' | 'tables' | 'expressions'> {
  readonly rows: number;
}

/** The parts of the book with these words, folded: totals, customers, scale codes. */
export function findParts(document: RuleDocument, wanted: string): BookParts {
  const fits = (...texts: (string | null)[]) => texts.some((text) => fold(text ?? '').includes(wanted));
  const customers = document.customers.flatMap((customer) => {
    if (fits(customer.name)) return [customer];
    const found = customer.standards.filter(({ work_category, scale_code }) => fits(work_category, scale_code));
    return found.length > 0 ? [{ ...customer, standards: found }] : [];
  });
  const tables = document.tables.filter(({ code, base_points, formulas }) => {
    const written = [...base_points.flatMap(({ points }) => points), ...(formulas?.results ?? [])];
    return fits(code, ...written.flatMap(({ source, words }) => [source, words]));
  });
  const expressions = document.expressions.filter(({ label, source, words }) => fits(label, source, words));
  const groups = [...customers.map(({ standards }) => standards), ...tables.map(({ scales }) => scales)];
  return { customers, tables, expressions, rows: groups.reduce((sum, { length }) => sum + length, 0) };
}
