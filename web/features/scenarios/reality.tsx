import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Ruler } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RealityRow } from '#contracts/calls/answers/rule-scenarios.ts';
import { REALITY_COLUMNS } from '#contracts/calls/rule-scenarios.ts';
import { api, type Row, readData, rowQuery } from '../../api/client.ts';
import { DataTable } from '../../crud/list/data-table.tsx';
import { formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { type MonthSpan, MonthsForm } from './months-form.tsx';

interface Filled {
  standard_design_point: number;
  standard_check_point: number;
  before: number;
  after: number;
}

/** Customers and categories whose jobs take more or less minutes per point than the office's; one press gives the scenario a fitting standard. */
export function RealityPage() {
  const { t } = useText();
  const { id } = useParams();
  const { data: scenario } = useQuery(rowQuery<Row>('rule_scenarios', Number(id)));
  const client = useQueryClient();
  const [months, setMonths] = useState<MonthSpan | null>(null);
  const { data, isFetching } = useQuery({
    queryKey: ['rules', 'reality', months],
    ...readData<RealityRow[]>('rules/reality', { ...months }),
    enabled: months !== null,
  });
  const fill = useMutation({
    mutationFn: ({ customer_id, work_category_id }: Row) =>
      api.post<Filled>(`rule_scenarios/${id}/standards`, { ...months, customer_id, work_category_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['rule_scenarios'] }),
  });
  const rows = data?.map((row): Row => ({ ...row, id: row.customer_id * 1e6 + row.work_category_id, percent: row.deviation * 100 }));
  return (
    <div className="flex max-w-280 flex-col gap-3">
      <PageHeader />
      <p>
        {t('scenarios.scenario')} <TextLink to={`/rules/scenarios/${id}/view`}>{String(scenario?.name ?? '')}</TextLink>
      </p>
      <p className="text-muted">{t('scenarios.reality_help')}</p>
      <MonthsForm label={t('scenarios.reality_show')} icon={Ruler} loading={isFetching} onSubmit={setMonths} />
      <div role="status">{fill.data && fill.variables && <Prediction of={fill.variables} filled={fill.data} />}</div>
      {rows && (
        <DataTable
          label={t('route.reality')}
          columns={REALITY_COLUMNS}
          rows={rows}
          empty={t('scenarios.reality_none')}
          actions={(row) =>
            scenario?.status === 'draft' && (
              <Button
                size="sm"
                variant="ghost"
                iconOnly
                icon={FlaskConical}
                loading={fill.isPending && fill.variables.id === row.id}
                onClick={() => fill.mutate(row)}
              >
                {t('scenarios.reality_fill')}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

/** The standard that a group has in the scenario now, and what its jobs of the months come to by it. */
function Prediction({ of, filled }: { of: Row; filled: Filled }) {
  const { t } = useText();
  const { standard_design_point, standard_check_point, before, after } = filled;
  return (
    <p className="rounded bg-sunken px-3 py-2 font-medium tabular-nums">
      {t('scenarios.filled', {
        customer: String(of.customer),
        work_category: String(of.work_category),
        design: formatNumber(standard_design_point),
        check: formatNumber(standard_check_point),
        before: formatNumber(before, 2),
        after: formatNumber(after, 2),
      })}
    </p>
  );
}
