import { FlaskConical } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { isRuleScreen, openScenario } from '../../api/scenario.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { TextLink } from '../../ui/link.tsx';

/** What the way out of a scenario hands to its page, which is not reached where somebody stays with unsaved input. */
export const LEAVING = { leaves: true };

/** Above the screens of rules while a scenario is open in them: what is seen and changed there is not live. */
export function ScenarioBanner() {
  const { t } = useText();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const scenario = useStore(openScenario);
  if (!scenario || !isRuleScreen(pathname)) return null;
  const page = `/rules/scenarios/${scenario.id}/view`;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line bg-warning-soft px-3 py-2 text-table"
    >
      <FlaskConical size={15} className="shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1">
        {t('scenarios.inside')} <TextLink to={page}>{scenario.name}</TextLink>.{' '}
        <span className="text-muted">{t('scenarios.inside_help')}</span>
      </p>
      <Button size="sm" onClick={() => void navigate(page, { state: LEAVING })}>
        {t('scenarios.leave')}
      </Button>
    </div>
  );
}
