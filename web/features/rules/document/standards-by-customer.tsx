import type { RuleDocument } from '#contracts/calls/answers/rule-document.ts';
import { labelOf } from '#contracts/contract.ts';
import { standards } from '#contracts/entities/standards.ts';
import { formatNumber, useText } from '../../../i18n/index.ts';
import { NO_VALUE } from '../../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';
import { Changes, hasChanges } from './changes.tsx';
import { useDrawnInSight } from './use-drawn-in-sight.ts';

type Customer = RuleDocument['customers'][number];

interface Line {
  row: Customer['standards'][number];
  name: string;
  /** Of its customer. */
  isFirst: boolean;
}

/** The standards of all customers in one table, drawn in pieces once they come into sight; `whole`: all of them at once. */
export function StandardsByCustomer({ customers, whole }: { customers: readonly Customer[]; whole: boolean }) {
  const { t, lang } = useText();
  const label = (field: keyof typeof standards.fields) => labelOf(standards, field, lang);
  const isMarked = customers.some(({ standards: rows }) => hasChanges(rows));
  return (
    <Table label={t('rules.by_customer')} className="stacked">
      <ColumnHeads
        heads={[
          label('customer_id'),
          label('work_category_id'),
          label('scale_code'),
          { right: label('standard_design_point') },
          { right: label('standard_check_point') },
          ...(isMarked ? [t('rules.new')] : []),
        ]}
      />
      {cutIntoPieces(customers).map((lines) => (
        <Piece key={lines[0]!.row.id} lines={lines} isMarked={isMarked} whole={whole} />
      ))}
    </Table>
  );
}

function cutIntoPieces(customers: readonly Customer[]): Line[][] {
  const lines = customers.flatMap(({ name, standards: rows }) => rows.map((row, at): Line => ({ row, name, isFirst: at === 0 })));
  return Array.from({ length: Math.ceil(lines.length / ROWS_OF_PIECE) }, (_, at) =>
    lines.slice(at * ROWS_OF_PIECE, (at + 1) * ROWS_OF_PIECE),
  );
}

const ROWS_OF_PIECE = 50;

/** The rows of a piece; out of sight whose they are and how many, in a row as high as these. */
function Piece({ lines, isMarked, whole }: { lines: readonly Line[]; isMarked: boolean; whole: boolean }) {
  const { t, lang } = useText();
  const narrow = useNarrow();
  const { ref, isDrawn } = useDrawnInSight<HTMLTableSectionElement>();
  const label = (field: keyof typeof standards.fields) => labelOf(standards, field, lang);
  if (!whole && !isDrawn)
    return (
      <tbody ref={ref}>
        <tr style={{ height: `calc(${lines.length * (narrow ? LINES_OF_CARD : 1)} * var(--row-height))` }}>
          <td data-wrap>
            {lines[0]!.name || NO_VALUE} – {lines.at(-1)!.name || NO_VALUE}
          </td>
          <td colSpan={isMarked ? 5 : 4}>{t('list.printed_rows', { n: formatNumber(lines.length) })}</td>
        </tr>
      </tbody>
    );
  return (
    <tbody>
      {lines.map(({ row, name, isFirst }) => (
        <tr key={row.id} className={row.changes.length > 0 ? 'bg-warning-soft' : undefined}>
          <td data-wrap>
            <span className={isFirst ? 'font-medium' : 'sm:sr-only'}>{name || NO_VALUE}</span>
          </td>
          <td data-wrap data-label={label('work_category_id')}>
            {row.work_category}
          </td>
          <td data-label={label('scale_code')}>{row.scale_code}</td>
          <PointCells row={row} />
          {isMarked && (
            <td data-wrap>
              <Changes changes={row.changes} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** The standard points of a row, in both tables of the book. */
export function PointCells({ row }: { row: Record<(typeof POINTS)[number], number | null> }) {
  const { lang } = useText();
  return POINTS.map((field) => (
    <td key={field} data-align="right" data-label={labelOf(standards, field, lang)}>
      {formatNumber(row[field], 2, 10) || NO_VALUE}
    </td>
  ));
}

const POINTS = ['standard_design_point', 'standard_check_point'] as const;

/** About as many rows high is the card of a standard on a phone. */
const LINES_OF_CARD = 4;
