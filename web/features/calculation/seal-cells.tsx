import { SEALED_FIELD_LABELS } from '#contracts/calls/month-seal-columns.ts';
import { TOTAL_COLUMNS } from '#contracts/calls/totals.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import type { Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { NO_VALUE } from '../../ui/feedback/feedback.tsx';

/** A row of a table that has no record behind it. */
export const withRowNumber = (row: object, index: number): Row => ({ ...row, id: index + 1 });

/** What a field of a person's totals or of a job is called. */
function FieldName({ field }: { field: string }) {
  const { lang } = useText();
  const label = TOTAL_COLUMNS.find(({ key }) => key === field)?.label ?? SEALED_FIELD_LABELS[field];
  return label?.[lang] ?? (Object.hasOwn(directs.fields, field) ? labelOf(directs, field, lang) : field);
}

/** A figure, or on the left a text, such as the name of a department. */
const value = (key: string) => (row: Row) => {
  const shown = row[key];
  if (typeof shown === 'string') return <span className="block text-left">{shown}</span>;
  return typeof shown === 'number' ? formatNumber(shown) : NO_VALUE;
};

/** Cells of the tables that compare figures. */
export const CELLS = {
  field: (row: Row) => (typeof row.problem === 'string' ? row.problem : <FieldName field={String(row.field)} />),
  ...Object.fromEntries(['before', 'after', 'sealed', 'now'].map((key) => [key, value(key)])),
};
