import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ScenarioChange } from '#contracts/calls/answers/rule-scenarios.ts';
import { labelOf } from '#contracts/contract.ts';
import { contractOf } from '#contracts/contracts.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { api } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { Badge, NO_VALUE } from '../../ui/feedback/feedback.tsx';

interface ScenarioChangesProps {
  id: number;
  changes: readonly ScenarioChange[] | undefined;
  isDraft: boolean;
}

/** The rows in which a scenario differs, each with what it was and would be, and a button that takes the live row back. */
export function ScenarioChanges({ id, changes, isDraft }: ScenarioChangesProps) {
  const { t } = useText();
  const client = useQueryClient();
  const revert = useMutation({
    mutationFn: ({ entity, row_id }: ScenarioChange) => api.post(`rule_scenarios/${id}/revert`, { entity, row_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['rule_scenarios'] }),
  });
  if (!isDraft && !changes?.length) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t(isDraft ? 'scenarios.changes' : 'scenarios.changed_rules')}</h2>
      {changes?.length === 0 && <p className="text-muted">{t('scenarios.no_changes')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {changes?.map((change) => (
          <li key={`${change.entity} ${change.row_id}`} className="flex items-start gap-3 py-2">
            <ChangedRule change={change} marked />
            {isDraft && (
              <IconButton icon={Undo2} label={`${t('scenarios.revert')}: ${change.label}`} onClick={() => revert.mutate(change)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a rule is called and which of its fields differ, with the live value beside where it was changed since; `marked`: says that it was. */
export function ChangedRule({ change, marked = false }: { change: ScenarioChange; marked?: boolean }) {
  const { t, lang } = useText();
  const contract = contractOf(change.entity);
  const fieldLabel = (field: string) => (contract ? labelOf(contract, field, lang) : t('scenarios.expression'));
  return (
    <div className="min-w-0 flex-1 text-table">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{change.label}</span>
        <span className="text-muted">{contract?.label[lang]}</span>
        {change.action !== 'update' && <Badge tone="info">{t(change.action === 'create' ? 'scenarios.added' : 'scenarios.removed')}</Badge>}
        {marked && change.conflict && <Badge tone="danger">{t('scenarios.conflict')}</Badge>}
      </div>
      {change.action !== 'delete' && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 pt-1">
          {change.fields
            .filter(({ scenario, copied }) => change.action === 'update' || (scenario !== null && scenario !== '') || copied !== null)
            .map(({ field, copied, live, scenario }) => (
              <div key={field} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-muted">{fieldLabel(field)}</dt>
                <dd className="wrap-anywhere tabular-nums">
                  {change.action === 'update' && <>{toText(copied)} → </>}
                  <strong className="font-semibold">{toText(scenario)}</strong>
                  {change.conflict && (
                    <span className="text-muted">
                      {' '}
                      · {t('scenarios.live')}: {toText(live)}
                    </span>
                  )}
                </dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}

function toText(value: string | number | null) {
  if (value === null || value === '') return NO_VALUE;
  if (typeof value === 'number') return formatNumber(value);
  return /^\d{4}-\d{2}$/.test(value) ? formatMonthKey(value) : value;
}
