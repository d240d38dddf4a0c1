import type { ReactNode } from 'react';
import type { DocumentChange, DocumentFormula, RuleDocument, RuleTableText } from '#contracts/calls/answers/rule-document.ts';
import { labelOf } from '#contracts/contract.ts';
import { tsubos } from '#contracts/entities/tsubos.ts';
import { formatFactor, useText } from '../../../i18n/index.ts';
import { usePrinting } from '../../../layout/use-printing.ts';
import { EmptyState, NO_VALUE } from '../../../ui/feedback/feedback.tsx';
import { ColumnHeads, Table } from '../../../ui/table/table.tsx';
import { FormulaWords } from '../../formulas/formula-words.tsx';
import { Changes, hasChanges } from './changes.tsx';
import type { BookParts } from './find-parts.ts';
import { PointCells, StandardsByCustomer } from './standards-by-customer.tsx';
import { useDrawnInSight } from './use-drawn-in-sight.ts';

/** The parts of the book that the search found, and what its rules no longer have where nothing is searched for. */
export function BookBody({ parts, removed }: { parts: BookParts; removed: RuleDocument['removed'] }) {
  const { t } = useText();
  const { customers, tables, expressions, rows } = parts;
  const { isPrinting } = usePrinting();
  const whole = isPrinting || rows <= ROWS_AT_ONCE;
  if (customers.length + tables.length + expressions.length === 0) return <EmptyState text={t('rules.nothing_found')} />;
  return (
    <div className="flex flex-col gap-8">
      {removed.length > 0 && (
        <Part title={t('rules.removed')}>
          <ul className="text-table">
            {removed.map(({ label, changes }) => (
              <li key={`${label} ${changes[0]?.field}`} className="line-through decoration-danger">
                {label}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {expressions.length > 0 && (
        <Part title={t('rules.totals')}>
          {expressions.map((expression) => (
            <FormulaLine key={expression.field} formula={expression} changes={expression.changes} />
          ))}
        </Part>
      )}
      {customers.length > 0 && (
        <Part title={t('rules.by_customer')}>
          <StandardsByCustomer customers={customers} whole={whole} />
        </Part>
      )}
      {tables.map((table) => (
        <Part key={table.code} title={t('rules.code', { code: table.code })}>
          <CodeInSight table={table} whole={whole} />
        </Part>
      ))}
    </div>
  );
}

/** Of more rows those in sight are drawn. A book of so many is drawn whole, so that the browser's own search finds all of it. */
export const ROWS_AT_ONCE = 1000;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </div>
  );
}

/** The rules of a code once they come into sight; before, room as high as they are. */
function CodeInSight({ table, whole }: { table: RuleTableText; whole: boolean }) {
  const { ref, isDrawn } = useDrawnInSight<HTMLDivElement>();
  if (whole || isDrawn) return <CodeTable table={table} />;
  return <div ref={ref} style={{ height: `calc(${table.scales.length + table.base_points.length + 2} * var(--row-height))` }} />;
}

/** The scale table of a code, its base points and its result formulas. */
function CodeTable({ table: { code, scales, base_points, formulas } }: { table: RuleTableText }) {
  const { t, lang } = useText();
  const label = (field: keyof typeof tsubos.fields) => labelOf(tsubos, field, lang);
  const isMarked = hasChanges(scales);
  return (
    <div className="flex flex-col gap-3">
      {scales.length > 0 && (
        <Table label={`${t('rules.scales')} ${code}`} className="stacked">
          <ColumnHeads
            heads={[
              t('rules.when'),
              { right: label('scale_factor') },
              { right: label('complexity_factor') },
              { right: label('standard_design_point') },
              { right: label('standard_check_point') },
              ...(isMarked ? [t('rules.new')] : []),
            ]}
          />
          <tbody>
            {scales.map((row) => (
              <tr key={row.id} className={row.changes.length > 0 ? 'bg-warning-soft' : undefined}>
                <td data-wrap className="min-w-36">
                  {row.condition}
                </td>
                <td data-align="right" data-label={label('scale_factor')}>
                  {formatFactor(row.scale_factor) || NO_VALUE}
                </td>
                <td data-align="right" data-label={label('complexity_factor')}>
                  {formatFactor(row.complexity_factor) || NO_VALUE}
                </td>
                <PointCells row={row} />
                {isMarked && (
                  <td data-wrap>
                    <Changes changes={row.changes} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {base_points.map((row) => (
        <div key={row.id} className="flex flex-col gap-1 border-l-2 border-line pl-3">
          <p className="text-table font-medium">{row.condition}</p>
          {row.points.map((point) => (
            <FormulaLine key={point.field} formula={point} changes={row.changes.filter(({ field }) => field === point.field)} />
          ))}
          <Changes changes={row.changes.filter(({ field }) => !row.points.some((point) => point.field === field))} />
        </div>
      ))}
      {formulas?.results.map((formula) => (
        <FormulaLine key={formula.field} formula={formula} changes={formulas.changes.filter(({ field }) => field === formula.field)} />
      ))}
    </div>
  );
}

function FormulaLine({ formula: { label, source }, changes }: { formula: DocumentFormula; changes: readonly DocumentChange[] }) {
  return (
    <p className="text-table break-words">
      <span className="font-medium">{label}</span> = {source ? <FormulaWords source={source} /> : NO_VALUE}{' '}
      <code className="text-legend text-muted print:hidden">{source}</code> <Changes changes={changes} />
    </p>
  );
}
