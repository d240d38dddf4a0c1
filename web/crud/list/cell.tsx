import type { DOMAttributes, ReactNode } from 'react';
import type { Column, Contract } from '#contracts/contract.ts';
import type { Field } from '#contracts/fields.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Lang } from '#contracts/text.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import { IMAGE_WORDS, toPlainText } from '#text/to-plain-text.ts';
import type { Row } from '../../api/client.ts';
import { formatDate, formatDateTime, formatFactor, formatNumber, formatSigned, translate, useText } from '../../i18n/index.ts';
import { TextLink } from '../../ui/button.tsx';
import { NO_VALUE } from '../../ui/feedback/feedback.tsx';
import type { RowStyle } from '../../ui/table/row-tone.tsx';
import type { ListState } from './list-state.ts';
import { OPENS_ROW } from './prefetch-row.ts';
import type { OpenRows } from './row-details.tsx';
import type { RowSelection } from './use-selection.ts';

/** The value a column shows of a row: a field, or a field of a relation (a list's joined). */
export function cellValue(row: Row, key: string): unknown {
  const [name, field] = key.split('.') as [string, string?];
  const value = row[name];
  if (field === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => (entry as Record<string, unknown>)[field]).join(', ');
  return (value as Record<string, unknown> | null | undefined)?.[field];
}

export function isNumeric({ kind, options }: Column): boolean {
  return !options && (kind === 'integer' || kind === 'decimal');
}

/** A value as its column's kind is written on screen. */
export function Cell({ column, value }: { column: Column; value: unknown }) {
  return cellText(column, value, useText().lang);
}

/** The same without a component of its own, for the thousands of cells of a table. */
function cellText(column: Column, value: unknown, lang: Lang): ReactNode {
  if (value === null || value === undefined || value === '') return null;
  const word = column.options?.[String(value)];
  if (word) return word[lang];
  if (column.rich) return <span className="whitespace-pre-line">{toPlainText(String(value), IMAGE_WORDS[lang])}</span>;
  switch (column.kind) {
    case 'decimal':
      if (column.signed) return Number(value) === 0 ? NO_VALUE : formatSigned(value);
      return column.factor ? formatFactor(value) : roundedNumber(value, Math.min(column.decimals ?? 2, 2));
    case 'integer':
      return formatNumber(value);
    case 'date':
      return formatDate(String(value));
    case 'month':
      return formatMonthKey(String(value));
    case 'datetime':
      return formatDateTime(String(value));
    case 'flag':
      return translate(value === 1 ? 'control.yes' : 'control.no');
    default:
      return String(value);
  }
}

/** A value that came as text, with records and options named already: numbers with all their places and days as the reader writes them. */
export function formatFieldText(field: Pick<Field, 'kind'> | undefined, text: string | null): ReactNode {
  if (text === null || text === '') return NO_VALUE;
  if (field?.kind === 'decimal' || field?.kind === 'integer') return formatNumber(text, undefined, 10) || text;
  return field?.kind === 'date' ? formatDate(text) : text;
}

/** A number with so many places, and its exact value as tooltip where that has more. */
function roundedNumber(value: unknown, decimals = 2): ReactNode {
  const shown = formatNumber(value, decimals);
  const exact = formatNumber(value, decimals, 10);
  return shown === exact ? shown : <span title={exact}>{shown}</span>;
}

export interface CellOptions {
  lang: Lang;
  /** Cells that are more than their value, by column key. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined;
  /** A zero is a dash, for tables half of whose figures are zero; a factor stays a number. */
  dashZeros?: boolean | undefined;
  /** Address of a row, if it has one; its naming cell links there. `hasButtons`: the arrows walk rows that lead nowhere too, to what stands in their cells. */
  link?: { column: string; to: (row: Row) => string | undefined; hasButtons?: true } | undefined;
}

/** What a column shows of a row: the screen's own cell or the value, as a link where the record is named. */
export function cellContent(column: Column, row: Row, { lang, cells, link, dashZeros = false }: CellOptions): ReactNode {
  const own = cells?.[column.key]?.(row);
  const value = cellValue(row, column.key);
  const isDash = dashZeros && value === 0 && isNumeric(column) && !column.factor;
  const shown = own ?? (isDash ? NO_VALUE : cellText(column, value, lang));
  const address = link?.column === column.key ? link.to(row) : undefined;
  return address ? (
    <TextLink to={address} {...{ [OPENS_ROW]: '' }}>
      {shown}
    </TextLink>
  ) : (
    shown
  );
}

/**
 * The column that names a record; the first one where the naming field is not shown. On the card of a phone a record that is named by its day is
 * headed by whose it is.
 */
export function findNamingColumn({ title }: Contract, columns: readonly Column[], onCard = false): string {
  const [naming = columns[0]!, owner] = [title?.field ?? 'id', title?.hint].map((key) => columns.find((column) => column.key === key));
  return (onCard && naming.kind === 'date' && owner ? owner : naming).key;
}

export interface Sorting {
  sorts: readonly string[];
  order: ListState['order'];
  onOrder: (order: ListState['order']) => void | Promise<void>;
}

/** What a table of records is given, whether it is drawn as a table or as the rows of a phone. Without `sorts` and `onOrder` its order stays. */
export interface DataTableProps extends Partial<Sorting> {
  label: string;
  columns: readonly Column[];
  /** All columns without it. */
  layout?: ColumnLayout;
  /** Keeps another width of a column. */
  onLayout?: ((layout: ColumnLayout) => void) | undefined;
  rows: readonly Row[] | undefined;
  stale?: boolean;
  /** The number of rows to keep room for while they load, so that content below does not move. */
  expectedRows?: number | undefined;
  cells?: CellOptions['cells'];
  dashZeros?: CellOptions['dashZeros'];
  /** A mark beside a column's value; beside the first one's while that column is not shown. */
  columnBadge?: ColumnBadge | undefined;
  rowStyle?: (row: Row) => RowStyle;
  rowIcon?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** Rows that open, and what stands below an open one over its whole width. */
  openRows?: OpenRows | undefined;
  detail?: (row: Row) => ReactNode;
  link?: CellOptions['link'];
  /** Of the rows as a whole, for what resting on a row's link begins. */
  linkHandlers?: Pick<DOMAttributes<HTMLElement>, 'onPointerOver' | 'onPointerOut' | 'onFocus' | 'onBlur'> | undefined;
  onRow?: (row: Row) => void;
  selection?: RowSelection | undefined;
  /** Said instead of rows when there are none. */
  empty: ReactNode;
  totals?: Readonly<Record<string, ReactNode>>;
}

export interface ColumnBadge {
  column: string;
  render: (row: Row) => ReactNode;
}
