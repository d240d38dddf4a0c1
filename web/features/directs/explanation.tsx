import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublishedTrace } from '#contracts/calls/answers/explanation.ts';
import { issueMessage } from '#contracts/calls/calculation-issues.ts';
import { errorLines } from '../../api/api-error.ts';
import { api, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatDateTime, formatExactPoint, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { AddCase } from '../rules/cases/add-case.tsx';
import { PointFigures, type Points } from './point-figures.tsx';
import { Trace } from './trace.tsx';

/** How the points of a direct came about, read anew whenever it is shown. */
export function explanationQuery(id: number) {
  return queryOptions({
    queryKey: ['directs', 'trace', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<PublishedTrace>(`directs/${id}/calculation`, { signal }),
  });
}

interface ExplanationProps {
  direct: Row;
  /** What was read within this time is not read again. */
  staleMs?: number;
  /** The points of the job stand beside it: here only where the formulas give others. */
  besidePoints?: boolean;
}

/** Explains the points of a direct: standard, scale row, base points, variables, formulas, result; or why there is none. */
export function Explanation({ direct, staleMs = 0, besidePoints = false }: ExplanationProps) {
  const { t } = useText();
  const { data, error } = useQuery({ ...explanationQuery(direct.id), staleTime: staleMs });
  if (error) return <p className="text-danger">{errorLines(error).join(' ')}</p>;
  if (!data)
    return (
      <div data-loading>
        <Skeleton className="h-60 w-full" />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <Published trace={data} />
      {data.adjusted && (
        <p className="text-table">
          {data.adjusted.reason ? t('direct.adjusted_reason', { reason: data.adjusted.reason }) : t('direct.no_reason')}
        </p>
      )}
      <CountingPoints trace={data} besidePoints={besidePoints} />
      {!data.rules_problem && <Trace trace={data} />}
      <AddCase direct={direct} trace={data} />
    </div>
  );
}

/** Names the run whose rules explain the points, the person who changed them by hand, and what the present rules would give. */
function Published({ trace }: { trace: PublishedTrace }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const { rules, rules_problem, adjusted, now, stored } = trace;
  const points = ({ result_design_point, result_check_point }: Points) => ({
    design: formatExactPoint(result_design_point, [result_design_point, result_check_point]) || '–',
    check: formatExactPoint(result_check_point, [result_design_point, result_check_point]) || '–',
  });
  return (
    <ul className="flex flex-col gap-1 text-table text-muted empty:hidden">
      {!rules && stored.result_design_point === null && trace.result && <li>{t('direct.not_calculated')}</li>}
      {rules && <li>{t('direct.explained_by', { id: rules.run_id, time: formatDateTime(rules.calculated_at) })}</li>}
      {rules_problem && <li className="text-danger">{t(`direct.rules_${rules_problem}`)}</li>}
      {adjusted && (
        <li>{t('direct.adjusted_by', { name: adjusted.user?.name ?? '', time: formatDateTime(adjusted.at), ...points(adjusted.from) })}</li>
      )}
      {now && (
        <li className="text-warning">
          {'issue' in now
            ? t('direct.now_issue', { issue: issueMessage(now.issue, lang, may(ACTIONS.calculate)) })
            : t('direct.now_differs', points(now))}
        </li>
      )}
    </ul>
  );
}

/** The points that the job holds, with those of the formulas beside them where they are others; of a job not calculated yet those of the formulas. */
function CountingPoints({ trace: { stored, result, rules_problem }, besidePoints }: { trace: PublishedTrace; besidePoints: boolean }) {
  const { t } = useText();
  const hasPoints = stored.result_design_point !== null || stored.result_check_point !== null;
  const points = hasPoints ? stored : result;
  const differs = result?.result_design_point !== stored.result_design_point || result?.result_check_point !== stored.result_check_point;
  const beside = hasPoints && differs && !rules_problem ? result : null;
  if (besidePoints && hasPoints && !beside) return null;
  return points && <PointFigures points={points} beside={beside && { words: t('direct.by_formula'), points: beside }} />;
}
