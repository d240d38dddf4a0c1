import { useQuery } from '@tanstack/react-query';
import type { CalculationCause, CalculationIssueRow, CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { ISSUE_COLUMNS } from '#contracts/calls/calculation-columns.ts';
import { ISSUE_LABELS } from '#contracts/calls/calculation-issues.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import type { Lang } from '#contracts/text.ts';
import { type Row, readData } from '../../api/client.ts';
import { PLACES, type Place } from '../../api/places.ts';
import { useSession } from '../../api/session.tsx';
import { PagedTable } from '../../crud/list/paged-table.tsx';
import { formatNumber, type MessageKey, translate, useText } from '../../i18n/index.ts';
import { IN_PLACE, setParam, useAddressParams } from '../../layout/address-params.ts';
import { ReadError } from '../../layout/page-parts.tsx';
import { Button, ButtonLink, TextButton, TextLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
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

/** The place where a cause is fixed: a page with its fields filled in, or the rows to correct. */
interface CauseFix {
  label: string;
  to: string;
  /** The right that it needs. */
  place: Place;
  verb: 'create' | 'update';
}

/** The fix of what keeps jobs from their points; undefined where each job has to be fixed by itself, or time does it. */
function findCauseFix({ issue, field, direct_ids }: CalculationCause): CauseFix | undefined {
  if (field !== null) return fillIn(direct_ids);
  switch (issue.code) {
    case 'no_standard':
      if (issue.reason !== 'no_row') return undefined;
      return add('standards', 'calculate.add_standard', {
        customer_id: issue.customer_id ?? '',
        work_category_id: issue.work_category_id ?? '',
      });
    case 'no_scale':
      return issue.reason === 'no_row'
        ? list('standards', 'calculate.open_standards', { scale_code: issue.scale_code })
        : list('tsubos', 'calculate.open_scale', { 'scale_factor_code__~': issue.scale_code });
    case 'no_base_point':
      return list('formula-base-points', 'calculate.open_base_points', { 'scale_code__~': issue.scale_code });
    case 'no_formula':
      return issue.reason === 'no_row'
        ? add('formula-results', 'calculate.add_formula', { scale_code: issue.scale_code })
        : list('formula-results', 'calculate.open_formula', { 'scale_code__~': issue.scale_code });
    case 'empty_variable':
      // Of a standard, a scale or a base point: the explanation of a job says which row that is, and leads there.
      return openJob(direct_ids[0]!, 'view');
    case 'not_finite':
    case 'bad_formula': {
      const place = findPlace(issue.place.entity);
      return { label: translate('calculate.open_formula'), to: `${place.path}/${issue.place.row_id}/view`, place, verb: 'update' };
    }
    case 'edited_meanwhile':
      return undefined;
  }
}

/** The form of the only job, or the list of those to fill in. */
function fillIn(ids: readonly number[]): CauseFix {
  if (ids.length === 1) return openJob(ids[0]!, 'edit');
  const fix = list('directs', 'calculate.open_jobs', { ids: ids.join(',') });
  return { ...fix, label: translate('calculate.open_jobs', { n: formatNumber(ids.length) }) };
}

function openJob(id: number, page: 'edit' | 'view'): CauseFix {
  const place = findPlace('directs');
  const to = page === 'edit' ? `${place.path}/edit/${id}` : `${place.path}/${id}/view`;
  return { label: translate('calculate.open_job'), to, place, verb: 'update' };
}

/** Whether a cause's name and button say all that its sentence would. */
function isNamedByRule({ issue }: CalculationCause): boolean {
  return issue.code === 'no_standard' && issue.reason === 'no_row';
}

/** The name of a cause: '青葉ホーム × 基礎伏図', 'Thiếu dữ liệu: Số tsubo', or its kind and the code that it is about. */
function formatCauseName(cause: CalculationCause, lang: Lang): string {
  const { issue, field, customer_name, work_name } = cause;
  if (field !== null) return `${ISSUE_LABELS.empty_variable[lang]}: ${labelOf(directs, field, lang)}`;
  if (isNamedByRule(cause)) return `${customer_name ?? '–'} × ${work_name ?? '–'}`;
  const code = 'scale_code' in issue ? ` · ${issue.scale_code}` : '';
  return ISSUE_LABELS[issue.code][lang] + code;
}

function add(entity: Place['name'], label: MessageKey, fields: Record<string, string | number>): CauseFix {
  return { ...at(entity, label, '/add', fields), verb: 'create' };
}

function list(entity: Place['name'], label: MessageKey, filters: Record<string, string | number>): CauseFix {
  return { ...at(entity, label, '', filters), verb: 'update' };
}

function at(entity: Place['name'], label: MessageKey, page: string, values: Record<string, string | number>) {
  const place = findPlace(entity);
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  return { label: translate(label), to: `${place.path}${page}?${query}`, place };
}

const findPlace = (entity: Place['name']): Place => PLACES.find(({ name }) => name === entity)!;
