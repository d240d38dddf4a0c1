import { sql } from 'drizzle-orm';
import { idSchema } from '../contracts/field-schemas.ts';
import type { Values } from '../contracts/fields.ts';
import { formatMonthKey } from '../contracts/months.ts';
import { fill, type Lang, type Text } from '../contracts/text.ts';
import { authorizeThenValidate, type Caller } from '../platform/caller.ts';
import { query } from '../platform/db/query.ts';
import { selectBeginnings } from '../platform/db/rule-versions.ts';
import { asText, countWritten, readColumn } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { parseId } from '../platform/parse-call.ts';
import { versionOf } from '../platform/text/rule-identity.ts';
import { throwApiError } from './api-error.ts';
import { requireVisible, requireWritable } from './read.ts';
import { queryUses, type Reference, selectUses } from './references.ts';
import type { Resource } from './resource.ts';
import { queryRowsByIds } from './row.ts';
import { invalidFieldError } from './write.ts';

export interface Deleted {
  message: string;
  ids: number[];
}

const DELETED: Text = { vi: 'Đã xóa {n} bản ghi', en: '{n} {n|record|records} deleted' };
const NOTHING_BEFORE: Text = {
  vi: 'Trước tháng {month} không còn phiên bản nào của quy tắc được áp dụng',
  en: 'Before {month} no version of the rule counts any more',
};
const MAX_REMOVED = 1000;

/** What is to be removed, all or nothing, and what refuses it, made of why each record stays. */
interface Removal {
  resource: Resource;
  references: readonly Reference[];
  ids: readonly number[];
  toRefusal: (reasons: ReadonlyMap<number, AppError>) => AppError;
}

/** `DELETE {entity}/{id}`. */
export async function remove(resource: Resource, references: readonly Reference[], caller: Caller, idText: string): Promise<Deleted> {
  const id = await authorizeThenValidate(caller, resource.contract.access.delete, () => parseId(idText, caller.lang));
  return removeAll(caller, { resource, references, ids: [id], toRefusal: (reasons) => reasons.get(id)! });
}

/** `POST {entity}/deleteByIds {ids}`: all or nothing; a refusal names each id and why. */
export async function removeMany(
  resource: Resource,
  references: readonly Reference[],
  caller: Caller,
  readBody: () => Promise<Values>,
): Promise<Deleted> {
  const ids = await authorizeThenValidate(caller, resource.contract.access.delete, async () =>
    parseIds(resource, (await readBody()).ids, caller.lang),
  );
  const toRefusal: Removal['toRefusal'] = (reasons) => {
    const first = [...reasons.values()][0]!;
    const messages = Object.fromEntries([...reasons].map(([id, error]) => [String(id), error.body(caller.lang, '').message]));
    return new AppError(first.code, first.params, { messages });
  };
  return removeAll(caller, { resource, references, ids, toRefusal });
}

/** Tries once more where somebody wrote since the rows were read, and then finds out what is against it. */
async function removeAll(caller: Caller, removal: Removal): Promise<Deleted> {
  const deleted = (await tryRemoval(caller, removal)) ?? (await tryRemoval(caller, removal));
  if (!deleted) throw new AppError('stale');
  return deleted;
}

/** Undefined where somebody wrote since the rows were read: nothing is removed then. */
async function tryRemoval(caller: Caller, { resource, references, ids, toRefusal }: Removal): Promise<Deleted | undefined> {
  const { contract, table } = resource;
  const { actor, results } = await caller.read(contract.access.delete, (actor) => ({
    found: queryRowsByIds(resource, ids, resource.scope?.(actor)),
    uses: queryUses(references, ids, caller.lang),
  }));
  const { found, uses } = results;
  const reasons = new Map<number, AppError>();
  const rows: Values[] = [];
  for (const id of ids) {
    try {
      const existing = requireVisible(resource, found.get(id), caller.lang);
      requireWritable(resource, existing);
      const { row } = existing;
      if (uses.has(id)) throw new AppError('referenced', { users: uses.get(id) });
      resource.guard?.({}, { verb: 'delete', actor, lang: caller.lang, clock: caller.clock, source: 'screen', before: row, refs: {} });
      rows.push(row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.set(id, error);
    }
  }
  if (reasons.size > 0) throw toRefusal(reasons);

  const list = JSON.stringify(ids);
  const target = sql.identifier(table);
  const chosen = sql`t.id IN (SELECT value FROM json_each(${list}))`;
  const unused = references.map(
    (reference) => sql` AND NOT EXISTS (SELECT 1 FROM json_each(${list}) j CROSS JOIN ${selectUses(reference, sql`j.value`)})`,
  );
  // All or nothing, also when somebody wrote since the rows were read.
  const deletion = resource.store.remove(
    sql`${chosen} AND (SELECT COUNT(*) FROM ${target} t WHERE ${chosen}) = ${ids.length}${sql.join(unused)}`,
  );
  const rule = contract.versions;
  const deletedVersions = rule ? rows.map((row) => versionOf(rule, row)) : [];
  const written = await caller
    .write({
      deleted: query(deletion, countWritten),
      beginnings: rule && query(selectBeginnings(rule, deletedVersions), readColumn(asText)),
    })
    .catch((error) => throwApiError(resource, caller, error, rows));
  if (written.deleted !== ids.length) return undefined;
  for (const month of written.beginnings ?? []) caller.warnings.push(fill(NOTHING_BEFORE[caller.lang], { month: formatMonthKey(month) }));
  return { message: fill(DELETED[caller.lang], { n: ids.length }), ids: [...ids] };
}

function parseIds(resource: Resource, value: unknown, lang: Lang): number[] {
  const parsed = idSchema.array().min(1).max(MAX_REMOVED).safeParse(value);
  if (!parsed.success) throw invalidFieldError(resource, 'ids', 'ids', lang, { max: MAX_REMOVED });
  return [...new Set(parsed.data)];
}
