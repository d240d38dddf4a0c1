import type { ReactNode } from 'react';
import type { DocumentChange, DocumentFormula, RuleDocument, RuleTableText } from '#contracts/calls/answers/rule-document.ts';
import { formulaText } from '#contracts/calls/formula-words.ts';
import { labelOf } from '#contracts/contract.ts';
import { standards } from '#contracts/entities/standards.ts';
import { tsubos } from '#contracts/entities/tsubos.ts';
import { fold } from '#text/fold.ts';
import { formatFactor, formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { NO_VALUE } from '../../../ui/no-value.tsx';
import { ColumnHeads } from '../../../ui/table/column-heads.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { FormulaWords } from '../../formulas/formula-words.tsx';

/** The parts of the book that the search finds, all without one: totals, customers, scale codes. */
export function BookBody({ document, wanted }: { document: RuleDocument; wanted: string }) {
  const { t } = useText();
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
  if (customers.length + tables.length + expressions.length === 0) return <EmptyState text={t('rules.nothing_found')} />;
  return (
    <div className="flex flex-col gap-8">
      {document.removed.length > 0 && wanted === '' && (
        <Part title={t('rules.removed')}>
          <ul className="text-table">
            {document.removed.map(({ label, changes }) => (
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
          <Standards customers={customers} />
        </Part>
      )}
      {tables.map((table) => (
        <Part key={table.code} title={t('rules.code', { code: table.code })}>
          <CodeTable table={table} />
        </Part>
      ))}
    </div>
  );
}

/** A column for what is new is there where something is. */
const hasChanges = (rows: readonly { changes: readonly DocumentChange[] }[]) => rows.some(({ changes }) => changes.length > 0);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="text-section font-semibold">{title}</h2>
      {children}
    </div>
  );
}

function Standards({ customers }: Pick<RuleDocument, 'customers'>) {
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
      <tbody>
        {customers.flatMap(({ id, name, standards: rows }) =>
          rows.map((row, index) => (
            <tr key={`${id} ${row.id}`} className={row.changes.length > 0 ? 'bg-warning-soft' : undefined}>
              <td data-wrap>
                <span className={index === 0 ? 'font-medium' : 'sm:sr-only'}>{name}</span>
              </td>
              <td data-wrap data-label={label('work_category_id')}>
                {row.work_category}
              </td>
              <td data-label={label('scale_code')}>{row.scale_code}</td>
              <td data-align="right" data-label={label('standard_design_point')}>
                {formatNumber(row.standard_design_point, 2, 10)}
              </td>
              <td data-align="right" data-label={label('standard_check_point')}>
                {formatNumber(row.standard_check_point, 2, 10)}
              </td>
              {isMarked && (
                <td data-wrap>
                  <Changes changes={row.changes} />
                </td>
              )}
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
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
                <td data-align="right" data-label={label('standard_design_point')}>
                  {formatNumber(row.standard_design_point, 2, 10) || NO_VALUE}
                </td>
                <td data-align="right" data-label={label('standard_check_point')}>
                  {formatNumber(row.standard_check_point, 2, 10) || NO_VALUE}
                </td>
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

/** What says something else than in the version that the reader knows: a mark, and what it said before. */
function Changes({ changes }: { changes: readonly DocumentChange[] }) {
  const { t, lang } = useText();
  const shown = (value: DocumentChange['old']) =>
    value === null ? '∅' : typeof value === 'number' ? formatNumber(value, undefined, 10) : formulaText(value, lang);
  if (changes.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="warning">{t('rules.is_new')}</Badge>
      {changes.map(({ field, label, old }) => (
        <span key={field} className="text-legend">
          {t('rules.was', { label, old: shown(old) })}
        </span>
      ))}
    </span>
  );
}
