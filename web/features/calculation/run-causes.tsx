import { useQuery } from '@tanstack/react-query';
import type { CalculationCause, CalculationIssueRow, CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { ISSUE_COLUMNS } from '#contracts/calls/calculation-columns.ts';
import { ISSUE_LABELS } from '#contracts/calls/calculation-issues.ts';
import { readData } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { Row } from '../../crud/list/cell.tsx';
import { PagedTable } from '../../crud/list/paged-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { IN_PLACE, setParam, useAddressParams } from '../../layout/address-params.ts';
import { ReadError } from '../../layout/read-error.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ButtonLink, TextButton, TextLink } from '../../ui/link.tsx';
import { findCauseFix, formatCauseName, isNamedByRule } from './cause-fix.ts';
import { useReveal } from './use-reveal.ts';
import { useRunRows } from './use-run-rows.ts';

/** The number of causes that are shown before a button shows the others, which are of few jobs each. */
const SHOWN = 8;

interface RunCausesProps {
  run: CalculationRun;
  /** Nothing changes in the month, so that no fix would give a job its points; undefined until it is known. */
  locked: boolean | undefined;
}

/** Why jobs have no points: by cause, the one of most jobs first, each with the button that leads to its fix and the jobs themselves. */
export function RunCauses({ run, locked }: RunCausesProps) {
  const { t } = useText();
  const [params, changeAddress] = useAddressParams();
  const { list, reveal } = useReveal();
  const all = params.get('causes') === 'all';
  const { data, error, refetch } = useQuery({
    queryKey: ['calculations', run.id, 'causes'],
    ...readData<CalculationCause[]>(`calculations/${run.id}/causes`),
  });
  const showAll = () => {
    reveal(SHOWN);
    void changeAddress((address) => address.set('causes', 'all'), IN_PLACE);
  };
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('calculate.issues', { n: formatNumber(run.failed) })}</h2>
      {locked === false && <p className="text-table text-muted">{t('calculate.causes_of_run')}</p>}
      {data ? (
        <ul ref={list} className="divide-y divide-line rounded border border-line">
          {(all ? data : data.slice(0, SHOWN)).map((cause) => (
            <Cause key={cause.cause} run={run.id} cause={cause} mayFix={locked === false} />
          ))}
          {!all && data.length > SHOWN && (
            <li className="px-3 py-1.5 text-table">
              <TextButton onClick={showAll}>{t('calculate.more_causes', { n: formatNumber(data.length - SHOWN) })}</TextButton>
            </li>
          )}
        </ul>
      ) : error ? (
        <ReadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  );
}

function Cause({ run, cause, mayFix }: { run: number; cause: CalculationCause; mayFix: boolean }) {
  const { t, lang } = useText();
  const { may } = useSession();
  const [params, changeAddress] = useAddressParams();
  // A cause has no number of its own: the first of its jobs belongs to no other cause.
  const param = `cause_${cause.direct_ids[0]}`;
  const isOpen = params.has(param);
  const toggle = () =>
    changeAddress((address) => {
      setParam(address, param, isOpen ? null : '1');
      address.delete(`${param}_limit`);
    }, IN_PLACE);
  const name = formatCauseName(cause, lang);
  const fix = mayFix ? findCauseFix(cause) : undefined;
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-64 flex-1">
          <p className="font-medium">
            <bdi>{name}</bdi>: {t('calculate.cause_jobs', { n: formatNumber(cause.count) })}
          </p>
          <p className="text-legend text-muted">{isNamedByRule(cause) ? ISSUE_LABELS.no_standard[lang] : cause.message}</p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          className="max-sm:-ml-2"
          aria-expanded={isOpen}
          aria-label={`${t('calculate.show_jobs')}: ${name}`}
          onClick={() => void toggle()}
        >
          {t(isOpen ? 'calculate.hide_jobs' : 'calculate.show_jobs')}
        </Button>
        {fix && may(fix.place.access[fix.verb]) && (
          <ButtonLink size="sm" className="sm:min-w-32" to={fix.to} aria-label={`${fix.label}: ${name}`}>
            {fix.label}
          </ButtonLink>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-col gap-2 py-2">
          <Jobs run={run} cause={cause} param={param} label={name} />
        </div>
      )}
    </li>
  );
}

function Jobs({ run, cause, param, label }: { run: number; cause: CalculationCause; param: string; label: string }) {
  const { t } = useText();
  return (
    <PagedTable
      {...useRunRows<CalculationIssueRow>(run, 'issues', param, cause.cause)}
      rowOf={withId}
      label={label}
      columns={ISSUE_COLUMNS}
      cells={LINKED}
      empty={t('control.no_match')}
    />
  );
}

const withId = (row: CalculationIssueRow): Row => ({ ...row, id: row.direct_id });
const LINKED = { name: (row: Row) => <TextLink to={`/directs/${row.id}/view`}>{String(row.name ?? `#${row.id}`)}</TextLink> };
