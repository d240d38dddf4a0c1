import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { type Row, rowQuery } from '../../api/client.ts';
import { isRuleScreen, type OpenScenario, openScenario } from '../../api/scenario.ts';
import { useText } from '../../i18n/index.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { createLeavingState } from './leave.ts';

const REFRESH_MS = 30_000;

/** Above the screens of rules while a scenario is open in them: what is seen and changed there is not live. */
export function ScenarioBanner() {
  const { pathname } = useLocation();
  const scenario = useStore(openScenario);
  return scenario && isRuleScreen(pathname) ? <OpenBanner scenario={scenario} /> : null;
}

function OpenBanner({ scenario }: { scenario: OpenScenario }) {
  const { t } = useText();
  const navigate = useNavigate();
  const end = useScenarioEnd(scenario.id);
  const page = end === 'deleted' ? '/rules/scenarios' : `/rules/scenarios/${scenario.id}/view`;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line bg-warning-soft px-3 py-2 text-table"
    >
      <FlaskConical size={15} className="shrink-0 text-muted" aria-hidden />
      {end ? (
        <p className="min-w-0 flex-1 basis-60">
          <strong className="font-semibold">{t(`scenarios.ended.${end}`, { name: scenario.name })}</strong>{' '}
          <span className="text-muted">{t('scenarios.ended_help')}</span>
        </p>
      ) : (
        <p className="min-w-0 flex-1">
          {t('scenarios.inside')} <TextLink to={page}>{scenario.name}</TextLink>.{' '}
          <span className="text-muted">{t('scenarios.inside_help')}</span>
        </p>
      )}
      <Button size="sm" onClick={() => void navigate(page, { state: createLeavingState(scenario.id) })}>
        {t('scenarios.leave')}
      </Button>
    </div>
  );
}

/** How a scenario ended, also where somebody else ended it meanwhile; undefined while it is a draft. */
function useScenarioEnd(id: number): 'promoted' | 'discarded' | 'deleted' | undefined {
  const { data, error } = useQuery({
    ...rowQuery<Row>('rule_scenarios', id),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    meta: { silent: true },
  });
  if (error instanceof ApiError && error.status === 404) return 'deleted';
  return data?.status === 'promoted' || data?.status === 'discarded' ? data.status : undefined;
}
