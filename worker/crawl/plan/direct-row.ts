import { directFields } from '../../contracts/entities/directs.ts';
import { deriveTextKeys } from '../../crud/column-values.ts';
import { directsResource, makeCalculationKey } from '../../resources/directs.ts';
import { sanitizeRichText } from '../../rich-text.ts';
import type { MatchCandidates, Person, StoredDirect, Values } from '../match/candidates.ts';
import { parseColumnValue } from '../normalize/column-value.ts';
import type { NormalizedJob } from '../normalize/normalize.ts';
import { type Remark, warningRemark } from './findings.ts';

/** The columns that only the source knows: all that a direct edited by hand takes from it. */
export const SOURCE_COLUMNS: readonly string[] = ['phase', 'label', 'complete_time', 'last_update', 'tracking_user'];

export interface DirectRow {
  /** Every crawled column; `customer_id` is null where `newCustomer` is to be made first. */
  values: Values;
  newCustomer: string | null;
  /** The customer that the direct has already, under a name which the source goes on using. */
  alias: { text: string; target_id: number } | null;
  remarks: Remark[];
}

/** Columns of a direct as its job has them now: what the job has no field for stays, ids and keys follow from the names. */
export function toDirectRow({ row, names }: NormalizedJob, before: StoredDirect | undefined, candidates: MatchCandidates): DirectRow {
  const values: Values = { ...before?.values, ...row };
  const remarks: Remark[] = [];
  const person = (name: string | null, column: string): Person | null => {
    if (name === null) return null;
    const { matches, similar } = candidates.person(name);
    if (matches.length === 1) return matches[0]!;
    if (matches.length > 1) remarks.push(warningRemark('ambiguous_person', column, name));
    else if (similar.length > 0) remarks.push(warningRemark('similar_person', column, name, namesOf(similar)));
    else remarks.push(warningRemark('unknown_person', column, name));
    return null;
  };

  const designer = person(names.designer, 'user_id');
  values.user_id = designer?.id ?? null;
  // A direct keeps the department its designer had when the designer was set.
  if (designer && designer.id !== (before?.values.user_id ?? null)) {
    values.dept_id = designer.department_id;
    values.dept_grp_id = designer.dept_grp_id;
  }
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
    if (names.customer !== null && matches.length === 0) {
      const former = before?.values.tokuisakimei === values.tokuisakimei ? (before?.values.customer_id ?? null) : null;
      if (former !== null) {
        values.customer_id = former;
        alias = { text: names.customer, target_id: Number(former) };
      } else {
        newCustomer = names.customer;
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
  if (typeof row.description === 'string') values.description = sanitizeRichText(row.description) || null;
  values.keisanyou = makeCalculationKey(values.tokuisakimei, values.hacchyuu_naiyou);
  for (const column of Object.keys(values)) Object.assign(values, deriveTextKeys(directsResource, column, values[column]));
  return { values, newCustomer, alias, remarks };
}

const NO_MATCH = { matches: [], similar: [] };

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => `«${name}»`).join(', ');

/** The checker's name as the source has it, where it can be stored. */
function toStorableName(name: string | null): string | number | null {
  const text = parseColumnValue(directFields.chekkusha, name ?? '');
  return text.ok ? text.value : null;
}
