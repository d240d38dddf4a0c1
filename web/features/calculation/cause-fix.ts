import type { CalculationCause } from '#contracts/calls/answers/calculation.ts';
import { ISSUE_LABELS } from '#contracts/calls/calculation-issues.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import type { Lang } from '#contracts/text.ts';
import { PLACES, type Place } from '../../api/places.ts';
import { formatNumber } from '../../i18n/format.ts';
import { type MessageKey, translate } from '../../i18n/index.ts';

/** The place where a cause is fixed: a page with its fields filled in, or the rows to correct. */
export interface CauseFix {
  label: string;
  to: string;
  /** The right that it needs. */
  place: Place;
  verb: 'create' | 'update';
}

/** The fix of what keeps jobs from their points; undefined where each job has to be fixed by itself, or time does it. */
export function findCauseFix({ issue, field, direct_ids }: CalculationCause): CauseFix | undefined {
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
export function isNamedByRule({ issue }: CalculationCause): boolean {
  return issue.code === 'no_standard' && issue.reason === 'no_row';
}

/** The name of a cause: '青葉ホーム × 基礎伏図', 'Thiếu dữ liệu: Số tsubo', or its kind and the code that it is about. */
export function formatCauseName(cause: CalculationCause, lang: Lang): string {
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
