import type { Fields } from '../../../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../../../contracts/rules.ts';
import type { Lang, Text } from '../../../contracts/text.ts';
import { type FieldMap, MAX_VALUE_LENGTH, type SkippedJob, type SkipReason, type SourceJob } from '../../../platform/crawl-source.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import type { NumberStyle } from '../../../platform/text/read-number.ts';
import { fromUnix } from '../../../platform/text/read-time.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import { type ColumnValue, isZeroDate, parseColumnValue } from './column-value.ts';
import { createFormReader, type FormValue } from './form-fields.ts';

export interface NormalizedJob {
  ok: true;
  /** Values by column. A column that the job has no field for is absent (keep what is stored); an emptied one is null. */
  row: { external_id: string; name: string } & Values;
  /** Raw texts to match with our people, customers and categories; absent and null as in `row`. */
  names: { designer: string | null; checker?: string | null; customer?: string | null; category?: string | null };
  /** Dates of zeros, which are read as none; jobs that were stored before these were noted have no list. */
  zeroDates?: { column: string; value: string }[];
}

/** What a job is known by, however its id is spelled: case, width and spaces do not count. */
export const jobKey = ({ row }: Pick<NormalizedJob, 'row'>): string => exactNameKey(row.external_id);

export type NormalizeResult = NormalizedJob | ({ ok: false } & SkippedJob);

export interface NormalizeOptions {
  /** The fields of a direct that the crawl may fill or match. */
  fields: Fields;
  fieldMap: FieldMap;
  /** How the source writes numbers; with a decimal dot by default. */
  numbers?: NumberStyle;
}

/**
 * Makes the function that turns a job of the source into a direct's row, or into every reason why it can't be one. The job's own keys
 * fill their columns; the form fills the others (and those too, where the field map says so). Its deadline is the wished delivery date
 * when no form field gives one.
 */
export function createJobNormalizer({ fields, fieldMap, numbers }: NormalizeOptions): (job: SourceJob) => NormalizeResult {
  const readForm = createFormReader(fields, fieldMap, OWN_COLUMNS);
  return (job) => {
    const reasons: SkipReason[] = [];
    const values: Values = {};
    const put = (column: string, outcome: ColumnValue, raw: string | number, field?: string) => {
      if (outcome.ok) values[column] = outcome.value;
      else
        reasons.push({
          column,
          ...(field !== undefined && { field }),
          value: shorten(String(raw), MAX_VALUE_LENGTH),
          reason: outcome.reason,
        });
    };
    for (const [column, raw] of ownTexts(job)) {
      if (Object.hasOwn(fields, column)) put(column, parseColumnValue(fields[column]!, raw), raw);
    }
    for (const [column, raw] of ownTimes(job)) {
      if (Object.hasOwn(fields, column)) put(column, momentValue(raw, fields[column]!.label), raw);
    }
    const form = readForm(job.form);
    const zeroDates: { column: string; value: string }[] = [];
    for (const [column, { field, raw }] of form) {
      if (PEOPLE.has(column)) continue;
      put(column, parseColumnValue(fields[column]!, raw, numbers), raw, field.name);
      if (isZeroDate(fields[column]!, raw)) zeroDates.push({ column, value: shorten(String(raw), MAX_VALUE_LENGTH) });
    }
    if (Object.hasOwn(fields, WISHED_DATE) && !reasons.some((reason) => reason.column === WISHED_DATE)) {
      values[WISHED_DATE] ??= fromUnix(job.deadline)?.slice(0, 10) ?? null;
    }

    const external_id = String(values.external_id ?? job.id);
    const name = String(values.name ?? job.name).trim();
    if (name === '' && reasons.length === 0) reasons.push({ column: 'name', value: '', reason: describeMissingName(fields) });
    if (reasons.length > 0) return { ok: false, external_id, name: name || null, reasons };
    return {
      ok: true,
      row: { ...values, external_id, name },
      names: namesOf(job, form, values),
      ...(zeroDates.length > 0 && { zeroDates }),
    };
  };
}

type Values = Record<string, string | number | null>;

const WISHED_DATE = 'kibou_nouki';
/** Columns whose value is a person's name here and an id there. */
export const PEOPLE: ReadonlySet<string> = new Set(['user_id', 'chekkusha']);

/** Columns that the job itself holds; a form field fills them only when the map says so. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set([
  ...['external_id', 'name', 'tracking_user', 'phase', 'label', 'created_by', 'description'],
  ...['complete_time', 'last_update', 'date_created'],
]);

function ownTexts(job: SourceJob): [string, string][] {
  return [
    ['external_id', job.id],
    ['name', job.name],
    ['tracking_user', job.username],
    ['phase', job.stage_export?.name ?? ''],
    ['label', job.tags.join(', ')],
    ['created_by', job.creator_username],
    ['description', job.content],
  ];
}

/** What the job itself has: the column, its key at the source, and the value as people read it. */
export function listOwnValues(job: SourceJob): [column: string, key: string, value: string][] {
  const values = [...ownTexts(job), ...ownTimes(job).map(([column, raw]): [string, string] => [column, fromUnix(raw) ?? ''])];
  return values.map(([column, value]) => [column, OWN_KEYS[column] ?? column, value]);
}

/** Keys of the source that are called otherwise than the column they fill. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  ...{ external_id: 'id', tracking_user: 'username', phase: 'stage_export', label: 'tags', created_by: 'creator_username' },
  ...{ description: 'content', complete_time: 'finish_at', date_created: 'since' },
};

function ownTimes(job: SourceJob): [string, string][] {
  return [
    ['complete_time', job.finish_at],
    ['last_update', job.last_update],
    ['date_created', job.since],
  ];
}

function momentValue(raw: string, label: Text): ColumnValue {
  if (/^0*$/.test(raw.trim())) return { ok: true, value: null };
  const value = fromUnix(raw);
  if (value) return { ok: true, value };
  return { ok: false, reason: { vi: `${label.vi} phải là số giây unix`, en: `${label.en} must be unix seconds` } };
}

/** A designer named in the form comes before the job's holder, who changes as the job moves on. */
function namesOf(job: SourceJob, form: Map<string, FormValue>, values: Values): NormalizedJob['names'] {
  const checker = form.get('chekkusha');
  return {
    designer: nameIn(form.get('user_id')?.raw) ?? nameIn(job.username),
    ...(checker && { checker: nameIn(checker.raw) }),
    ...(values.tokuisakimei !== undefined && { customer: nameIn(values.tokuisakimei) }),
    ...(values.hacchyuu_naiyou !== undefined && { category: nameIn(values.hacchyuu_naiyou) }),
  };
}

function nameIn(raw: string | number | null | undefined): string | null {
  return String(raw ?? '').trim() || null;
}

function describeMissingName(fields: Fields): Text {
  const say = (lang: Lang) => ruleMessage(ruleToken('required'), fields.name?.label[lang] ?? 'name', lang);
  return { vi: say('vi'), en: say('en') };
}
