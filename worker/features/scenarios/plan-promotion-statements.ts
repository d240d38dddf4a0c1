import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../contracts/fields.ts';
import { type PlanContext, planWrite, type RowWrite } from '../../crud/plan-write.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import { type FoundRow, queryRowsByIds } from '../../crud/row.ts';
import type { Actor, Caller } from '../../platform/caller.ts';
import type { Query } from '../../platform/db/query.ts';
import { AppError } from '../../platform/errors.ts';
import type { RuleCells } from './changes.ts';
import { type MadeRows, planMadeRows } from './made-rows.ts';
import { type ChangedRows, readNumber, type TablePromotion } from './plan-promotion.ts';

/** What the statements of a promotion depend on, beside the rows. */
interface Promotion {
  resources: readonly Resource[];
  caller: Caller;
  actor: Actor;
  /** The newest id of each table. */
  sequences: Readonly<Record<string, number>>;
  rows: ReadonlyMap<string, ChangedRows>;
  /** Live standards that name a row of a changed table of scales. */
  naming: readonly { id: number; tsubo_id: number; label: string | null }[];
  /** What a rule is called where it is refused. */
  labelOf(table: string, row: RuleCells): string;
}

/** The statements of all tables: what ends first, and standards last, which may name new scale rows; and how many standards follow theirs. */
export async function planPromotionStatements(tables: readonly TablePromotion[], promotion: Promotion) {
  const scales = tables.find(({ rule }) => rule.table === 'tsubos')!;
  const scaleRows = planMadeRows(scales, promotion.rows.get('tsubos'), promotion.sequences.tsubos);
  const removals = tables.flatMap(({ rule, removed }) =>
    removed.length === 0
      ? []
      : [sql`DELETE FROM ${sql.identifier(rule.table)} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(removed)}))`],
  );
  const isStandards = ({ rule }: TablePromotion) => Number(rule.table === 'standards');
  const ordered = tables.toSorted((one, other) => isStandards(one) - isStandards(other));
  const writes: (SQL | Query<unknown>)[] = [];
  for (const table of ordered) writes.push(...(await planTable(table, scaleRows, promotion)));
  const moved = planMovedStandards(tables, scaleRows, promotion).map(({ id, tsubo_id }) => [id, tsubo_id]);
  if (moved.length > 0)
    writes.push(sql`UPDATE standards SET tsubo_id = j.value ->> 1, version = version + 1, updated_at = ${promotion.caller.clock.time()}
      FROM json_each(${JSON.stringify(moved)}) j WHERE standards.id = j.value ->> 0`);
  return { writes: [...removals, ...writes], moved: moved.length };
}

async function planTable(
  { rule, versions, added, changed, removed }: TablePromotion,
  scaleRows: MadeRows,
  { resources, caller, actor, sequences, rows, labelOf }: Promotion,
): Promise<Query<unknown>[]> {
  const { lang, clock } = caller;
  const resource = resources.find(({ table }) => table === rule.table)!;
  const toValues = (row: RuleCells): Values => {
    const names = Object.keys(resource.contract.fields).filter((name) => !resource.contract.fields[name]!.readonly);
    const values: Values = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
    const scale = resource.columns.has('tsubo_id') &&
      row.tsubo_id && { tsubo_id: requireFollower(scaleRows, row, labelOf(rule.table, row)) };
    return { ...values, valid_from: row.valid_from || null, ...scale };
  };
  // Rows of one version have the same columns, so that one statement makes them all.
  const made = planMadeRows({ versions, added, removed }, rows.get(rule.table), sequences[rule.table]);
  const toCreate = (row: RuleCells): RowWrite => ({ values: { ...toValues(row), ...(rule.whole && { copied_from: made.originOf(row) }) } });
  const isMade = (scaleRow: unknown) => Number(scaleRow) > (sequences.tsubos ?? 0);
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
      all.map(({ values }) => ({ ...values, tsubo_id: isMade(values.tsubo_id) ? undefined : values.tsubo_id })),
    ),
    found: queryRowsByIds(
      resource,
      updates.map(({ id }) => id!),
    ),
  });
  const known = {
    row: (entity: string, id: unknown) => refs.row(entity, id) ?? (entity === 'tsubos' && isMade(id) ? { id: Number(id) } : undefined),
  };
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

/** Live standards that the scenario does not change, whose scale row goes, with the row that they name then. */
function planMovedStandards(
  tables: readonly TablePromotion[],
  scaleRows: MadeRows,
  { naming }: Pick<Promotion, 'naming'>,
): { id: number; tsubo_id: number }[] {
  const standards = tables.find(({ rule }) => rule.table === 'standards')!;
  const planned = new Set([...standards.changed.map((row) => readNumber(row, 'id')), ...standards.removed]);
  return naming
    .filter(({ id }) => !planned.has(id))
    .map(({ id, tsubo_id, label }) => ({ id, tsubo_id: requireFollower(scaleRows, { tsubo_id }, label ?? `#${id}`), named: tsubo_id }))
    .filter(({ tsubo_id, named }) => tsubo_id !== named);
}

/** The scale row that a standard names after the promotion: the same, or the one that follows from it. */
function requireFollower(scaleRows: MadeRows, row: RuleCells, label: string): number {
  const id = scaleRows.follow(readNumber(row, 'tsubo_id'));
  if (id === undefined) throw new AppError('scenario_names_old_row', { rule: label });
  return id;
}

/** The refusal of a row among thousands, whose fields say which rule they are of. */
function withRule({ code, params, options }: AppError, label: string): AppError {
  const messages = Object.entries(options.messages ?? {}).map(([field, message]) => [field, `${label}: ${message}`]);
  return new AppError(code, params, { ...options, ...(options.messages && { messages: Object.fromEntries(messages) }) });
}
