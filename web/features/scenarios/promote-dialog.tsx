import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ScenarioChange } from '#contracts/calls/answers/rule-scenarios.ts';
import { PROMOTE_BODY } from '#contracts/calls/rule-scenarios.ts';
import { formatMonthKey, yearMonthOf } from '#contracts/months.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, type Row } from '../../api/client.ts';
import { closeScenario } from '../../api/scenario.ts';
import { FormDialog, useCallForm } from '../../crud/form/call-form.tsx';
import { FormField } from '../../crud/form/form-field.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { notify } from '../../ui/feedback/feedback.tsx';
import { ChangedRule } from './changes.tsx';

/** A notice that leads on stays longer. */
const PROMOTED_NOTICE_MS = 20_000;

interface Promoted {
  valid_from: string;
  created: number;
  updated: number;
  deleted: number;
  warnings?: string[];
}

/** Asks from which month the rules of a scenario count; what was changed live since is shown side by side. */
export function PromoteDialog({ scenario, onClose }: { scenario: Row; onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [conflicts, setConflicts] = useState<readonly ScenarioChange[]>([]);
  const call = useCallForm({
    fields: PROMOTE_BODY,
    initial: { valid_from: (scenario.valid_from as string | null) ?? '', reason: '' },
    send: (values) =>
      api.post<Promoted>(`rule_scenarios/${scenario.id}/promote`, values).catch((error) => {
        if (error instanceof ApiError) setConflicts((error.current?.conflicts as ScenarioChange[] | undefined) ?? []);
        void client.invalidateQueries({ queryKey: ['rule_scenarios', scenario.id] });
        throw error;
      }),
    onDone: async ({ valid_from, created, updated, deleted, warnings = [] }) => {
      onClose();
      closeScenario(scenario.id);
      const [news, changes, removals] = [created, updated, deleted].map((n) => formatNumber(n));
      const { year, month } = yearMonthOf(valid_from);
      notify.success({
        title: t('scenarios.promoted', { created: news!, updated: changes!, deleted: removals! }),
        text: warnings.join('\n'),
        durationMs: PROMOTED_NOTICE_MS,
        action: {
          label: t('scenarios.promoted_calculate', { month: formatMonthKey(valid_from) }),
          onClick: () => void navigate(`/calculate?year=${year}&month=${month}`),
        },
      });
      await client.invalidateQueries();
    },
  });
  return (
    <FormDialog
      call={call}
      title={t('scenarios.promote_title')}
      submitLabel={t('scenarios.promote')}
      submitIcon={Check}
      size="md"
      intro={
        <>
          <p className="mb-4 text-muted">{t('scenarios.promote_help')}</p>
          {conflicts.length > 0 && (
            <section className="mb-4 rounded border border-danger px-3 py-2">
              <h3 className="font-semibold">{t('scenarios.conflict_title')}</h3>
              <p className="text-table text-muted">{t('scenarios.conflict_help')}</p>
              <ul className="divide-y divide-line">
                {conflicts.map((change) => (
                  <li key={`${change.entity} ${change.row_id}`} className="py-2">
                    <ChangedRule change={change} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      }
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="valid_from" />
        <FormField name="reason" />
      </div>
    </FormDialog>
  );
}
