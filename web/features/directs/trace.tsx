import type { ReactNode } from 'react';
import type { CalculationTrace, TraceFormula, TraceScale } from '#contracts/calls/answers/explanation.ts';
import { issueMessage } from '#contracts/calls/calculation-issues.ts';
import { formulaText, operatorText, variableLabel } from '#contracts/calls/formula-words.ts';
import { labelOf } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { standards } from '#contracts/entities/standards.ts';
import { useSession } from '../../api/session.tsx';
import { formatExactPoint, formatNumber, useText } from '../../i18n/index.ts';
import { ACTIONS, grantFor } from '../../layout/access.ts';
import { TextLink } from '../../ui/button.tsx';
import { FormulaWords } from '../formulas/formula-words.tsx';

/** The calculation step by step: standard, scale row, base points, formulas, variables; or why it stops. */
export function Trace({ trace }: { trace: Omit<CalculationTrace, 'direct_id'> }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const { standard, scale, base_point, formulas, variables, issue } = trace;
  return (
    <div className="@container flex flex-col gap-4 text-table">
      {issue && <p className="rounded border border-line bg-warning-soft px-3 py-2">{issueMessage(issue, lang, may(ACTIONS.calculate))}</p>}
      <ol className="flex flex-col gap-4">
        <Step title={t('direct.step_standard')}>
          {standard
            ? t('direct.standard_found', {
                code: standard.scale_code,
                design: formatExactPoint(standard.standard_design_point),
                check: formatExactPoint(standard.standard_check_point),
              })
            : t('direct.standard_none')}{' '}
          {standard && may(grantFor(standards, 'open_record')) && (
            <TextLink to={`/standards/${standard.id}/view`}>{t('direct.open_standard')}</TextLink>
          )}
          {issue?.code === 'no_standard' && issue.reason === 'no_row' && may(grantFor(standards, 'create')) && (
            // In a window of its own: the job stays, whatever is typed in it.
            <TextLink
              to={`/standards/add?customer_id=${issue.customer_id ?? ''}&work_category_id=${issue.work_category_id ?? ''}`}
              target="_blank"
            >
              {t('calculate.add_standard')}
            </TextLink>
          )}
        </Step>
        {scale && (
          <Step title={t('direct.step_scale')}>
            <p>{scaleSentence(scale, t)}</p>
            <ul className="mt-1 text-muted">
              {scale.tried.map((row) => (
                <li key={row.row_id}>
                  {row.matches ? '✓' : '–'} {variableLabel(row.variable, lang)} {inBrackets(row.value) || t('control.empty')}{' '}
                  {t(row.matches ? 'direct.within' : row.scale_equal_to === null ? 'direct.not_within' : 'direct.not_equal', {
                    limits: limitsOf(row, t),
                  })}
                </li>
              ))}
            </ul>
          </Step>
        )}
        {base_point && (
          <Step title={t('direct.step_base')}>
            <p>{t(`direct.base_${base_point.reason}`)}</p>
            <ul className="mt-1 text-muted">
              {base_point.tried.map((row) => (
                <li key={row.row_id}>
                  {row.holds ? '✓' : '–'}{' '}
                  {row.conditions
                    .map(({ variable, value, operator, param, holds }) => {
                      const shown = inBrackets(value) || t('control.empty');
                      const condition = `${variableLabel(variable, lang)} ${shown} ${operatorText(operator, lang)} ${formulaText(param, lang)}`;
                      return `${condition}: ${t(holds ? 'direct.condition_holds' : 'direct.condition_fails')}`;
                    })
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </Step>
        )}
        {formulas.length > 0 && (
          <Step title={t('direct.step_formulas')}>
            <Formulas formulas={formulas} />
          </Step>
        )}
      </ol>
      {variables.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer leading-6">{t('direct.step_variables')}</summary>
          <ul className="mt-1 grid gap-x-6 gap-y-0.5 @min-[34rem]:grid-cols-2">
            {variables.map((variable) => (
              <li key={variable.name} className="flex justify-between gap-3">
                <span>
                  {variable.label[lang]} <code className="text-muted">{variable.name}</code>
                </span>
                <span className="tabular-nums">
                  {typeof variable.value === 'number' ? formatExact(variable.value) : (variable.value ?? t('control.empty'))}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A formula a row: its place and value side by side, what it says below, so that the value stays in sight where there is little room. */
function Formulas({ formulas }: { formulas: readonly TraceFormula[] }) {
  const { t, lang } = useText();
  return (
    <ul aria-label={t('direct.formula')} className="divide-y divide-line rounded border border-line">
      {formulas.map(({ place, source, substituted, rounded, value }) => (
        <li key={`${place.entity}-${place.row_id}-${place.field}`} className="px-3 py-2">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{labelOf(contractOf(place.entity) ?? NO_FIELDS, place.field, lang)}</span>
            <span className="font-semibold tabular-nums">{formatExactPoint(rounded ?? value) || t('control.empty')}</span>
          </div>
          <p className="break-words">
            <FormulaWords source={source} />
          </p>
          {substituted !== source && (
            <p className="break-words text-muted tabular-nums">
              = <FormulaWords source={substituted} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Writes a number with all its places: what points are computed from is never shown rounded. */
const formatExact = (value: unknown) => formatNumber(value, undefined, 10);
const inBrackets = (value: string | number | null) =>
  value !== null && value !== '' && `(${typeof value === 'number' ? formatExact(value) : value})`;
const NO_FIELDS = { fields: {} };

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </li>
  );
}

function scaleSentence(scale: TraceScale, t: ReturnType<typeof useText>['t']): string {
  return t(`direct.scale_${scale.reason}`, {
    code: scale.scale_factor_code,
    factor: formatExact(scale.scale_factor) || t('control.empty'),
    complexity: formatExact(scale.complexity_factor) || t('control.empty'),
  });
}

/** What a row of the scale table takes, in words: one value, or from one to below another. */
function limitsOf({ scale_equal_to, scale_limit_from, scale_limit_to }: TraceScale['tried'][number], t: ReturnType<typeof useText>['t']) {
  if (scale_equal_to !== null) return formatExact(scale_equal_to);
  const [from, to] = [formatExact(scale_limit_from), formatExact(scale_limit_to)];
  return t(from && to ? 'direct.limits' : from ? 'direct.limit_from' : 'direct.limit_to', { from, to });
}
