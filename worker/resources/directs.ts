import { labelOf } from '../contracts/contract.ts';
import { DIRECT_POINTS, directs } from '../contracts/entities/directs.ts';
import type { RefRow } from '../contracts/ref-columns.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import { listChanges } from '../crud/column-values.ts';
import { type DeriveContext, defineResource, type Values, type WriteContext } from '../crud/resource.ts';
import { directs as table } from '../platform/db/schema/records.ts';
import { AppError } from '../platform/errors.ts';
import { sanitizeRichText } from '../platform/rich-text.ts';

export const directsResource = defineResource(directs, table, {
  searchTable: 'directs_search',
  deriveColumns: deriveDirect,
  guard: keepPoints,
});

/**
 * What follows from a direct's people, customer and work: its department, the texts kept beside the ids, the calculation key (the customer's name
 * followed by the work content), and where the row came from: a crawl marks only the rows that it makes.
 */
export function deriveDirect(values: Values, { refs, before, source }: DeriveContext): Values {
  const { user_id: designer, chekkusha_id: checker, customer_id: customer, work_category_id: category } = refs;
  const row: Values = { ...values };
  // A direct keeps the department its designer had when the designer was set.
  if (designer && designer.id !== before?.user_id) fillInDepartment(row, designer, refs.dept_grp_id);
  if (typeof values.description === 'string') row.description = sanitizeRichText(values.description) || null;
  if (checker && checker.id !== before?.chekkusha_id) row.chekkusha = checker.name;
  if (customer && customer.id !== before?.customer_id) row.tokuisakimei ??= customer.name;
  if (category && category.id !== before?.work_category_id) row.hacchyuu_naiyou ??= category.work_name;
  const { tokuisakimei, hacchyuu_naiyou } = { ...before, ...row };
  row.keisanyou = `${tokuisakimei ?? ''}${hacchyuu_naiyou ?? ''}` || null;
  if (!(before && source === 'crawl') && listChanges(row, before).length > 0) row.upsert_by = ORIGINS[source];
  return row;
}

const ORIGINS = { crawl: 0, screen: 1, import: 2 } as const;

/** An edit on screen may leave the four points alone, but not empty one that is there. A new direct has none yet; a file says so where it clears one. */
export function keepPoints(
  values: Values,
  { verb, lang, before, source }: Pick<WriteContext, 'verb' | 'lang' | 'before' | 'source'>,
): void {
  const emptied =
    verb === 'update' && source === 'screen' ? DIRECT_POINTS.filter((name) => values[name] === null && before?.[name] !== null) : [];
  if (emptied.length === 0) return;
  const messages = emptied.map((name) => [name, ruleMessage(ruleToken('required'), labelOf(directs, name, lang), lang)]);
  throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
}

/** A direct without department belongs to its group's, one without group to its designer's: what is filled in fits what was chosen. */
export function fillInDepartment(values: Values, designer: RefRow | undefined, group: RefRow | undefined): void {
  if (!values.dept_grp_id && (!values.dept_id || values.dept_id === designer?.department_id)) values.dept_grp_id = designer?.dept_grp_id;
  values.dept_id ??= group?.dept_id ?? designer?.department_id;
}
