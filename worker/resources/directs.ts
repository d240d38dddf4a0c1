import { type SQL, sql } from 'drizzle-orm';
import { labelOf } from '../contracts/contract.ts';
import { DIRECT_POINTS, directs } from '../contracts/entities/directs.ts';
import type { Values } from '../contracts/fields.ts';
import type { RefRow } from '../contracts/ref-columns.ts';
import { dropImages, findImageNames } from '../contracts/rich-text.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import { listChangedColumns } from '../crud/column-values.ts';
import { type DeriveContext, defineResource, type PendingRow, type WriteContext } from '../crud/resource.ts';
import { isNamedBy, isUploadedBy, richTextSource } from '../platform/db/image-uploads.ts';
import { type Query, query } from '../platform/db/query.ts';
import { directs as table } from '../platform/db/schema/records.ts';
import { asText, readColumn } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { isOfficeSettingOn } from '../platform/office-settings.ts';
import { sanitizeRichText } from '../platform/rich-text.ts';

/** What makes two jobs one, whether a file or the source brings them. */
export const DIRECT_NATURAL_KEY = ['name', 'bukkenmei', 'customer_id', 'user_id', 'henkyaku_hi'] as const;

export const directsResource = defineResource(directs, table, {
  searchTable: 'directs_search',
  deriveColumns: deriveDirect,
  guard: guardDirect,
  problems: requireReason,
  selectImages: selectUsableImages,
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
  if (typeof values.description === 'string') {
    const text = sanitizeRichText(values.description);
    // The source has no right to show images that somebody uploaded here.
    row.description = (source === 'crawl' ? sanitizeRichText(dropImages(text)) : text) || null;
  }
  if (checker && checker.id !== before?.chekkusha_id) row.chekkusha = checker.name;
  if (customer && customer.id !== before?.customer_id) row.tokuisakimei ??= customer.name;
  if (category && category.id !== before?.work_category_id) row.hacchyuu_naiyou ??= category.work_name;
  const textOf = (name: string) => (name in row ? row[name] : before?.[name]) ?? '';
  row.keisanyou = `${textOf('tokuisakimei')}${textOf('hacchyuu_naiyou')}` || null;
  if (!(before && source === 'crawl') && listChangedColumns(row, before).length > 0) row.upsert_by = ORIGINS[source];
  if (!before || !ADJUSTABLE.some((name) => values[name] !== undefined && values[name] !== before[name])) return row;
  // Points that are set with a reason are adjusted, on whichever view. The reason of an earlier adjustment does not apply to other points.
  return { ...row, adjust_reason: values.adjust_reason || null, ...(values.adjust_reason ? { is_updated: 1 } : {}) };
}

/** Once an Admin asks for it, points are set by hand only with a reason. An undo gives back the points with what was said of them. */
export function requireReason({ sets, before, after }: PendingRow): SQL[] {
  const changed = ADJUSTABLE.filter((name) => sets.has(name)).map((name) => sql`${after(name)} IS NOT ${before(name)}`);
  if (changed.length === 0) return [];
  return [
    sql`WHEN (${sql.join(changed, sql` OR `)}) AND ifnull(${after('adjust_reason')}, '') = '' AND ${isOfficeSettingOn('adjust_reason_required')}
      AND NOT EXISTS (SELECT 1 FROM write_context WHERE source = 'undo') THEN json_array('required', 'adjust_reason')`,
  ];
}

/** The points a person may adjust by hand. */
export const ADJUSTABLE = ['result_design_point', 'result_check_point'] as const;

/** Who made or last edited a job, in `upsert_by`. */
export const ORIGINS = { crawl: 0, screen: 1, import: 2 } as const;

/** What a person may not write into a direct, on either of its resources. An undo writes back what was there. */
export function guardDirect(values: Values, context: WriteContext): void {
  keepPoints(values, context);
  if (context.source !== 'undo' && typeof values.description === 'string') requireImages(values.description, context);
}

/**
 * Whoever names an image gets its address signed, so a path that somebody has seen once must not be enough: a text shows the images that the
 * record shows already, one's own uploads, and those of another direct, which all staff read.
 */
export function selectUsableImages(rows: readonly Values[], userId: number): Query<ReadonlySet<string>> {
  const names = rows.flatMap(({ description }) => (typeof description === 'string' ? findImageNames(description) : []));
  if (names.length === 0) return query({}, () => new Set<string>());
  const isShown = isNamedBy([richTextSource('directs', 'description')], sql`n.value`);
  const usable = sql`SELECT n.value FROM json_each(${JSON.stringify(names)}) n WHERE ${isUploadedBy(sql`n.value`, userId)} OR ${isShown}`;
  return query(query(usable, readColumn(asText)), (names) => new Set(names));
}

function requireImages(description: string, { before, images, lang }: WriteContext): void {
  const shown = new Set(findImageNames(String(before?.description ?? '')));
  // In the cleaned text, where no address hides behind entities.
  if (findImageNames(sanitizeRichText(description)).every((name) => shown.has(name) || images?.has(name))) return;
  const message = ruleMessage(ruleToken('own_images'), labelOf(directs, 'description', lang), lang);
  throw new AppError('invalid', {}, { messages: { description: message } });
}

/** An edit on screen may leave the four points alone, but not empty one that is there. A new direct has none yet; a file says so where it clears one. */
function keepPoints(values: Values, { verb, lang, before, source }: Pick<WriteContext, 'verb' | 'lang' | 'before' | 'source'>): void {
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
