import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScenarioRunAnswer } from '#contracts/calls/answers/rule-scenarios.ts';
import { SCENARIO_RESULT_COLUMNS, SCENARIO_RESULT_KINDS, type ScenarioResultKind } from '#contracts/calls/rule-scenarios.ts';
import { api, type Page, type Row, read } from '../../api/client.ts';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { formatNumber, formatSigned, useText } from '../../i18n/index.ts';
import { DownloadButton } from '../../layout/page-parts.tsx';
import { TextLink } from '../../ui/button.tsx';
import { NO_VALUE } from '../../ui/feedback/feedback.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Results = Page<Row> & { sum: Readonly<Record<'before' | 'after' | 'difference', number>> };

/** Who would have more and who less by a trial: people, departments, customers, jobs. */
export function TrialResults({ run }: { run: ScenarioRunAnswer }) {
  const { t } = useText();
  const [kind, setKind] = useState<ScenarioResultKind>('people');
  const [changed, setChanged] = useState(true);
  const query = { changed: changed ? 1 : undefined };
  const path = `rule_scenarios/${run.scenario_id}/runs/${run.id}/${kind}`;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-4">
        <Checkbox checked={changed} onChange={setChanged}>
          {t('scenarios.changed_only')}
        </Checkbox>
        <DownloadButton download={() => api.download(`${path}/export`, `scenario-${kind}`, { query })}>
          {t('scenarios.export')}
        </DownloadButton>
      </div>
      <Tabs
        label={t('scenarios.results')}
        tabs={SCENARIO_RESULT_KINDS.map((key) => ({ key, label: t(`scenarios.${key}`) }))}
        current={kind}
        onChange={setKind}
      >
        <ResultTable key={`${kind} ${changed}`} kind={kind} path={path} query={query} />
      </Tabs>
    </div>
  );
}

interface ResultTableProps {
  kind: ScenarioResultKind;
  path: string;
  query: { changed: number | undefined };
}

function ResultTable({ kind, path, query }: ResultTableProps) {
  const { t } = useText();
  const pages = usePageControls(25);
  const asked = { ...query, page: pages.page, limit: pages.limit };
  const answer = useQuery({ queryKey: ['rule_scenarios', path, asked], ...read<Results>(path, asked) });
  const sum = answer.data?.sum;
  return (
    <div className="flex flex-col gap-2">
      <PagedTable
        answer={answer}
        pages={pages}
        label={t(`scenarios.${kind}`)}
        columns={SCENARIO_RESULT_COLUMNS[kind]}
        cells={kind === 'directs' ? JOB_CELLS : undefined}
        empty={t('control.no_match')}
        totals={
          sum && {
            before: formatNumber(sum.before, 2),
            after: formatNumber(sum.after, 2),
            difference: sum.difference === 0 ? NO_VALUE : formatSigned(sum.difference),
          }
        }
      />
    </div>
  );
}

const JOB_CELLS = { name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? `#${row.id}`)}</TextLink> };
