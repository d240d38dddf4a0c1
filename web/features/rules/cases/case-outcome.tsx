import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import type { CaseResult } from '#contracts/calls/answers/rule-cases.ts';
import { ruleCases } from '#contracts/entities/rule_cases.ts';
import { read } from '../../../api/queries.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useNarrow } from '../../../ui/hooks/use-narrow.ts';

/** What a case comes to by the rules as they are, with a mark; all outcomes come with one call. */
export function CaseOutcome({ id, withReason = false }: { id: number; withReason?: boolean }) {
  const { t } = useText();
  const result = useOutcome(id);
  if (!result) return null;
  if (result.passed)
    return (
      <Badge tone="success" icon={Check}>
        {t('rules.case_passed')}
      </Badge>
    );
  const { actual, reason } = result;
  const points = { design: formatNumber(actual?.result_design_point, 2, 3), check: formatNumber(actual?.result_check_point, 2, 3) };
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="danger" icon={TriangleAlert}>
        {t('rules.case_failed')}
      </Badge>
      <span>{actual ? t('rules.case_to', points) : t('notice.case_none')}</span>
      {withReason && !actual && reason && <span className="text-danger">{reason}</span>}
    </span>
  );
}

/** On a phone, whose cards fold the outcome: whether the case comes out right. */
export function CaseMark({ id }: { id: number }) {
  const { t } = useText();
  const narrow = useNarrow();
  const result = useOutcome(id);
  if (!narrow || !result) return null;
  const [Icon, label] = result.passed ? [Check, t('rules.case_passed')] : [TriangleAlert, t('rules.case_failed')];
  return (
    <Icon size={14} role="img" aria-label={label} className={`shrink-0 self-center ${result.passed ? 'text-success' : 'text-danger'}`} />
  );
}

function useOutcome(id: number): CaseResult | undefined {
  const { data } = useQuery({
    queryKey: [ruleCases.name, 'results'],
    staleTime: 0,
    ...read<{ data: CaseResult[] }>('rule_cases/results'),
  });
  return data?.data.find((each) => each.id === id);
}
