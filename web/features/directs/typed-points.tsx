import { useFormContext, useWatch } from 'react-hook-form';
import { directFields } from '#contracts/entities/directs.ts';
import type { Row } from '../../api/client.ts';
import { formatExactPoint, useText } from '../../i18n/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { Explanation } from './explanation.tsx';
import { PointFigures, type Points } from './point-figures.tsx';
import { Trace } from './trace.tsx';
import { neededField, usePointsPreview } from './use-points-preview.ts';

/** How the points come about: of what is typed, marked as not saved; else of the saved record. */
export function TypedExplanation({ row }: { row: Row | undefined }) {
  const { t } = useText();
  const preview = usePointsPreview();
  const [design, check] = useWatch({ name: ['result_design_point', 'result_check_point'] });
  if (!preview)
    return row ? <Explanation key={String(row.version)} direct={row} /> : <p className="text-table text-muted">{t('direct.typed_wait')}</p>;
  const { trace, isStale, isRefused } = preview;
  const result: Points = trace?.result ?? NO_POINTS;
  // What was set by hand counts whatever the formulas give.
  const byHand = row?.is_updated === 1 ? { result_design_point: toNumber(design), result_check_point: toNumber(check) } : undefined;
  const saved = row && hasPoints(row) ? { words: t('direct.saved_points'), points: savedPoints(row) } : null;
  return (
    <div className="flex flex-col gap-4">
      {isRefused && <p className="text-table text-warning">{t(trace ? 'direct.typed_refused' : 'direct.typed_invalid')}</p>}
      {trace && (
        <PointFigures
          unsaved={t(byHand ? 'direct.typed_by_hand' : 'direct.typed_points')}
          points={byHand ?? result}
          beside={byHand ? { words: t('direct.by_formula'), points: result } : saved}
          isStale={isStale}
        />
      )}
      {trace && <Trace trace={trace} />}
    </div>
  );
}

/** The points in a line beside Save, in sight wherever one types; where they need a field that is empty, the way to it. */
export function TypedPointsLine() {
  const { t, lang } = useText();
  const { setFocus } = useFormContext();
  const preview = usePointsPreview();
  const needed = neededField(preview);
  const result = preview?.trace?.result;
  if (!result && !needed) return null;
  return (
    <p
      aria-busy={preview?.isStale}
      className="basis-full text-table tabular-nums aria-busy:opacity-60 xl:order-last xl:ml-auto xl:basis-auto"
    >
      {needed ? (
        <TextButton onClick={() => setFocus(needed)}>{t('direct.typed_fill', { field: directFields[needed].label[lang] })}</TextButton>
      ) : (
        t('direct.typed_line', {
          design: formatExactPoint(result?.result_design_point),
          check: formatExactPoint(result?.result_check_point),
        })
      )}
    </p>
  );
}

const NO_POINTS: Points = { result_design_point: null, result_check_point: null };
const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
const savedPoints = (row: Row): Points => ({
  result_design_point: toNumber(row.result_design_point),
  result_check_point: toNumber(row.result_check_point),
});
const hasPoints = (row: Row) => toNumber(row.result_design_point) !== null || toNumber(row.result_check_point) !== null;
