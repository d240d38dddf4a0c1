import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, FlaskConical, Ruler, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ScenarioChange } from '#contracts/calls/answers/rule-scenarios.ts';
import { labelOf } from '#contracts/contract.ts';
import { ruleScenarios } from '#contracts/entities/rule_scenarios.ts';
import { api, type Row, readData, rowQuery } from '../../api/client.ts';
import { closeScenario, setOpenScenario } from '../../api/scenario.ts';
import { useSession } from '../../api/session.tsx';
import { useText } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/feedback/feedback.tsx';
import { ScenarioChanges } from './changes.tsx';
import { useClosedOnArrival } from './leave.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { Trials } from './trials.tsx';

/** What a scenario changes, its trials, and how it ends. */
export function ScenarioPanel({ id }: { id: number }) {
  const { t, lang } = useText();
  const { user } = useSession();
  const ask = useConfirm();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [promoting, setPromoting] = useState(false);
  useClosedOnArrival();
  const { data: scenario } = useQuery(rowQuery<Row>('rule_scenarios', id));
  const { data: changes } = useQuery({
    queryKey: ['rule_scenarios', id, 'changes'],
    // Rules are changed on other pages, a moment before this one is looked at again.
    staleTime: 0,
    ...readData<ScenarioChange[]>(`rule_scenarios/${id}/changes`),
  });
  const discard = useMutation({
    mutationFn: () => api.post(`rule_scenarios/${id}/discard`),
    onSuccess: () => closeScenario(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['rule_scenarios'] }),
  });
  if (!scenario) return null;
  const isDraft = scenario.status === 'draft';
  const edit = () => {
    setOpenScenario({ id, name: String(scenario.name), user_id: user!.id });
    void navigate('/standards');
  };
  const askToDiscard = async () => {
    if (await ask({ title: t('scenarios.discard_title'), text: t('scenarios.discard_text'), confirmLabel: t('scenarios.discard') }))
      discard.mutate();
  };
  return (
    <div className="mt-6 flex max-w-280 flex-col gap-8">
      {typeof scenario.reason === 'string' && (
        <p className="-mb-4">
          <span className="text-muted">{labelOf(ruleScenarios, 'reason', lang)}:</span> {scenario.reason}
        </p>
      )}
      {isDraft && (
        <div className="flex flex-wrap gap-2">
          <Button icon={FlaskConical} onClick={edit}>
            {t('scenarios.edit_rules')}
          </Button>
          <ButtonLink icon={Ruler} to={`/rules/scenarios/${id}/reality`}>
            {t('route.reality')}
          </ButtonLink>
          <Button icon={Check} disabled={!changes?.length} onClick={() => setPromoting(true)}>
            {t('scenarios.promote')}
          </Button>
          <Button icon={Trash2} loading={discard.isPending} onClick={() => void askToDiscard()}>
            {t('scenarios.discard')}
          </Button>
        </div>
      )}
      <ScenarioChanges id={id} changes={changes} isDraft={isDraft} />
      {scenario.status !== 'discarded' && <Trials id={id} begins={(scenario.valid_from as string | null) ?? undefined} isDraft={isDraft} />}
      {promoting && <PromoteDialog scenario={scenario} onClose={() => setPromoting(false)} />}
    </div>
  );
}
