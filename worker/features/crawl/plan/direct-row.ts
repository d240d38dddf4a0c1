import { directFields } from '../../../contracts/entities/directs.ts';
import type { Values } from '../../../contracts/fields.ts';
import type { RefRow } from '../../../contracts/ref-columns.ts';
import { planColumns } from '../../../crud/column-values.ts';
import { directsResource } from '../../../resources/directs.ts';
import type { MatchCandidates, Person, StoredDirect } from '../match/candidates.ts';
import { parseColumnValue } from '../normalize/column-value.ts';
import type { NormalizedJob } from '../normalize/normalize.ts';
import { type Remark, warningRemark } from './findings.ts';

/** The columns that only the source knows. */
const SOURCE_COLUMNS: readonly string[] = ['phase', 'label', 'complete_time', 'last_update', 'tracking_user'];

export interface DirectRow {
  /** The columns that change, of a new direct all that it has; undefined when nothing does. `customer_id` is null where `newCustomer` is to be made first. */
  columns: Values | undefined;
  newCustomer: string | null;
  /** The customer that the direct has already, under a name which the source goes on using. */
  alias: { text: string; target_id: number } | null;
  remarks: Remark[];
  unmatched: UnmatchedName[];
}

/** A name that no record goes by, and the column that waits for one. */
export interface UnmatchedName {
  column: 'user_id' | 'chekkusha_id' | 'customer_id';
  kind: 'person' | 'customer';
  text: string;
}

/** What the columns of a direct become as its job is now: what the job has no field for stays, ids and keys follow from the names. */
export function toDirectRow(
  { row, names }: NormalizedJob,
  before: StoredDirect | undefined,
  candidates: MatchCandidates,
  time: string,
): DirectRow {
  // A job keeps the spelling of its id under which it is here.
  const values: Values = { ...row, external_id: before?.values.external_id ?? row.external_id };
  const refs: Record<string, RefRow> = {};
  const remarks: Remark[] = [];
  const unmatched: UnmatchedName[] = [];
  const person = (name: string | null, column: 'user_id' | 'chekkusha_id'): Person | null => {
    if (name === null) return null;
    const { matches, similar } = candidates.person(name);
    if (matches.length === 1) return matches[0]!;
    unmatched.push({ column, kind: 'person', text: name });
    if (matches.length > 1) remarks.push(warningRemark('ambiguous_person', column, name));
    else if (similar.length > 0) remarks.push(warningRemark('similar_person', column, name, namesOf(similar)));
    else remarks.push(warningRemark('unknown_person', column, name));
    return null;
  };

  const designer = person(names.designer, 'user_id');
  values.user_id = designer?.id ?? null;
  if (designer) refs.user_id = { ...designer };
  if (names.checker !== undefined) {
    const checker = person(names.checker, 'chekkusha_id');
    values.chekkusha_id = checker?.id ?? null;
    values.chekkusha = checker?.name ?? toStorableName(names.checker);
  }
  let newCustomer: string | null = null;
  let alias: DirectRow['alias'] = null;
  if (names.customer !== undefined) {
    const { matches, similar } = names.customer === null ? NO_MATCH : candidates.customer(names.customer);
    values.customer_id = matches[0]?.id ?? null;
    if (names.customer !== null && matches[0]?.is_updated === 1)
      unmatched.push({ column: 'customer_id', kind: 'customer', text: names.customer });
    if (names.customer !== null && matches.length === 0) {
      const former = before?.values.tokuisakimei === values.tokuisakimei ? (before?.values.customer_id ?? null) : null;
      if (former !== null) {
        values.customer_id = former;
        alias = { text: names.customer, target_id: Number(former) };
      } else {
        newCustomer = names.customer;
        unmatched.push({ column: 'customer_id', kind: 'customer', text: names.customer });
        if (similar.length > 0) remarks.push(warningRemark('similar_customer', 'customer_id', names.customer, namesOf(similar)));
      }
    }
  }
  if (names.category !== undefined) {
    const { matches, similar } = names.category === null ? NO_MATCH : candidates.category(names.category);
    values.work_category_id = matches[0]?.id ?? null;
    if (names.category !== null && matches.length === 0) {
      if (similar.length > 0) remarks.push(warningRemark('similar_category', 'work_category_id', names.category, namesOf(similar)));
      else remarks.push(warningRemark('unknown_category', 'work_category_id', names.category));
    }
  }
  return { columns: changedColumns(values, newCustomer, before, refs, time), newCustomer, alias, remarks, unmatched };
}

/** What a direct edited by hand takes of its job: only what the source alone knows. */
export function toSourceColumns({ row }: NormalizedJob, before: StoredDirect, time: string): Values | undefined {
  const values = Object.fromEntries(SOURCE_COLUMNS.map((column) => [column, row[column] ?? null]));
  return changedColumns(values, null, before, {}, time);
}

function changedColumns(
  values: Values,
  newCustomer: string | null,
  before: StoredDirect | undefined,
  refs: Record<string, RefRow>,
  time: string,
): Values | undefined {
  const context = { verb: before ? 'update' : 'create', source: 'crawl', before: before?.values, refs, time } as const;
  const columns = planColumns(directsResource, values, context);
  return newCustomer === null ? columns : { ...columns, customer_id: null, updated_at: time };
}

const NO_MATCH = { matches: [], similar: [] };

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => `«${name}»`).join(', ');

/** The checker's name as the source has it, where it can be stored. */
function toStorableName(name: string | null): string | number | null {
  const text = parseColumnValue(directFields.chekkusha, name ?? '');
  return text.ok ? text.value : null;
}
