import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { TOTALS_EXPRESSIONS } from '../../contracts/rule-tables.ts';
import { type PlanContext, planWrite, type RowWrite } from '../../crud/plan-write.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import { type FoundRow, queryRowsByIds } from '../../crud/row.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import type { Query } from '../../platform/db/query.ts';
import { AppError } from '../../platform/errors.ts';
import type { RuleCells } from './changes.ts';
import { readNumber, type TablePromotion } from './plan-promotion.ts';
import { FIRST_NEW_ID } from './store.ts';

/** What the statements of a promotion depend on, beside the rows. */
interface Promotion {
  resources: readonly Resource[];
  caller: Caller;
  actor: Actor;
  /** The newest id of each table. */
  sequences: Readonly<Record<string, number>>;
  /** What a rule is called where it is refused. */
  labelOf(table: string, row: RuleCells): string;
}

/** The statements of all tables: what ends first, and standards last, which may name new scale rows. */
export async function planPromotionStatements(tables: readonly TablePromotion[], promotion: Promotion): Promise<(SQL | Query<unknown>)[]> {
  const newIds = new Map<number, number>();
  const scales = tables.find(({ rule }) => rule.table === 'tsubos');
  [...(scales?.versions ?? []), ...(scales?.added ?? [])].forEach((row, at) => {
    if (readNumber(row, 'id') > FIRST_NEW_ID) newIds.set(readNumber(row, 'id'), (promotion.sequences.tsubos ?? 0) + at + 1);
  });
  const removals = tables.flatMap(({ rule, removed }) =>
    removed.length === 0
      ? []
      : [sql`DELETE FROM ${sql.identifier(rule.table)} WHERE rowid IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`],
  );
  const isStandards = ({ rule }: TablePromotion) => Number(rule.table === 'standards');
  const ordered = tables.toSorted((one, other) => isStandards(one) - isStandards(other));
  const writes: (SQL | Query<unknown>)[] = [];
  for (const table of ordered) {
    if (table.rule === TOTALS_EXPRESSIONS) writes.push(...upsertExpressions(table, promotion.caller));
    else writes.push(...(await planTable(table, newIds, promotion)));
  }
  return [...removals, ...writes];
}

async function planTable(
  { rule, versions, added, changed }: TablePromotion,
  newIds: ReadonlyMap<number, number>,
  { resources, caller, actor, labelOf }: Promotion,
): Promise<Query<unknown>[]> {
  const { lang, clock } = caller;
  const resource = resources.find(({ table }) => table === rule.table)!;
  const toValues = (row: RuleCells): Values => {
    const names = Object.keys(resource.contract.fields).filter((name) => !resource.contract.fields[name]!.readonly);
    const values: Values = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
    if (readNumber(row, 'tsubo_id') > FIRST_NEW_ID && !newIds.has(readNumber(row, 'tsubo_id')))
      throw new AppError('scenario_names_old_row');
    const scale = resource.columns.has('tsubo_id') && { tsubo_id: newIds.get(readNumber(row, 'tsubo_id')) ?? row.tsubo_id ?? null };
    return { ...values, valid_from: row.valid_from || null, ...scale };
  };
  // Rows of one version have the same columns, so that one statement makes them all.
  const originOf = (row: RuleCells) => (readNumber(row, 'id') < FIRST_NEW_ID ? (row.copied_from ?? row.id) : null);
  const toCreate = (row: RuleCells): RowWrite => ({ values: { ...toValues(row), ...(rule.whole && { copied_from: originOf(row) }) } });
  const updates = changed.map(
    (row): RowWrite => ({ id: readNumber(row, 'id'), version: readNumber(row, 'version'), values: toValues(row) }),
  );
  const ofNewVersions = versions.map(toCreate);
  const ofPresent = [...added.map(toCreate), ...updates];
  const all = [...ofNewVersions, ...ofPresent];
  if (all.length === 0) return [];
  const { refs, found } = await caller.readMore({
    refs: queryRefs(
      resource.contract,
      all.map(({ values }) => ({ ...values, tsubo_id: newIds.size > 0 ? undefined : values.tsubo_id })),
    ),
    found: queryRowsByIds(
      resource,
      updates.map(({ id }) => id!),
    ),
  });
  const known = { row: (entity: string, id: unknown) => refs.row(entity, id) ?? (entity === 'tsubos' ? { id: Number(id) } : undefined) };
  const context: PlanContext = {
    actor,
    lang,
    clock,
    source: 'screen',
    refs: known,
    found: found as ReadonlyMap<number, FoundRow>,
    lockedMonths: [],
  };
  const plans = [
    { rows: versions, plan: planWrite(resource, ofNewVersions, { ...context, tableVersions: 'new' }) },
    { rows: [...added, ...changed], plan: planWrite(resource, ofPresent, context) },
  ];
  for (const { rows, plan } of plans) for (const [place, error] of plan.refused) throw withRule(error, labelOf(rule.table, rows[place]!));
  return plans
    .map(({ plan }) => plan)
    .filter(({ rows }) => rows.length > 0)
    .map(({ write }) => write);
}

/** The refusal of a row among thousands, whose fields say which rule they are of. */
function withRule({ code, params, options }: AppError, label: string): AppError {
  const messages = Object.entries(options.messages ?? {}).map(([field, message]) => [field, `${label}: ${message}`]);
  return new AppError(code, params, { ...options, ...(options.messages && { messages: Object.fromEntries(messages) }) });
}

function upsertExpressions({ versions, added, changed }: TablePromotion, { clock }: Caller): SQL[] {
  return [...versions, ...added, ...changed].map(
    ({ key, valid_from, expression }) => sql`INSERT INTO totals_expressions ("key", valid_from, expression, updated_at)
      VALUES (${key}, ${valid_from}, ${expression}, ${clock.time()})
      ON CONFLICT ("key", valid_from) DO UPDATE SET expression = excluded.expression, version = version + 1, updated_at = excluded.updated_at`,
  );
}
