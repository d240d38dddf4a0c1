import { sql } from 'drizzle-orm';
import { updateSchema } from '../../../contracts/body-schemas.ts';
import type { MissingName } from '../../../contracts/calls/answers/imports.ts';
import { MADE_BY_NAME } from '../../../contracts/calls/imports.ts';
import type { Fields, Values } from '../../../contracts/fields.ts';
import { isGranted } from '../../../contracts/roles.ts';
import { planWrite } from '../../../crud/plan-write.ts';
import type { Refs } from '../../../crud/refs.ts';
import type { Resource } from '../../../crud/resource.ts';
import type { Actor } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fenceOff } from '../../../platform/queue/run.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { rememberResults } from '../../../platform/text/remember-results.ts';
import { RESOURCES } from '../../../resources/registry.ts';
import { holdsImport, type ImportRow, importAuthor } from '../work.ts';
import type { Draft, Problem } from './draft.ts';
import { selectLookups } from './lookups.ts';

/** More names than this are left to the list of errors. */
const MAX_MISSING = 500;

/** A missing record that belongs to another is one of that which its row names. */
export function nameParents(fields: Fields, { problems, references }: Draft): void {
  for (const [field, problem] of problems) {
    const { parent } = MADE_BY_NAME[fields[field]?.entity ?? ''] ?? {};
    if (!problem.missing || !parent) continue;
    const named = [...references].find(([name]) => fields[name]!.entity === parent.entity)?.[1].at(-1)?.text;
    const missing = problem.missing.map((each) => ({ ...each, ...(named !== undefined && { parent: named }) }));
    problems.set(field, { ...problem, missing });
  }
}

/** The names of a file that no record has, each once. */
export class MissingNames {
  #byKey: Map<string, MissingName>;
  #isCreatable: (key: string) => boolean;

  constructor(list: readonly MissingName[], actor: Actor) {
    this.#byKey = new Map(list.map((name) => [keyOf(name), name]));
    this.#isCreatable = rememberResults((key: string) => isCreatable(JSON.parse(key) as NamedRecord, actor));
  }

  /**
   * Adds the names that a row lacks, and answers whether the row is right once they are made: nothing else is wrong with it, and each may be made by
   * who imports. A name is made where it makes some row right.
   */
  add(problems: readonly Problem[]): boolean {
    const names = problems.flatMap(({ missing = [] }) => missing);
    const isCompleted =
      problems.every(({ missing = [] }) => missing.length > 0) &&
      names.every(({ entity, name, parent }) => this.#isCreatable(JSON.stringify({ entity, name, parent })));
    for (const { entity, name, parent } of names) {
      const key = keyOf({ entity, name, parent });
      const known = this.#byKey.get(key);
      if (known) this.#byKey.set(key, { ...known, rows: known.rows + 1, creatable: known.creatable || isCompleted });
      else if (this.#byKey.size < MAX_MISSING)
        this.#byKey.set(key, { entity, name, ...(parent !== undefined && { parent }), rows: 1, creatable: isCompleted });
    }
    return isCompleted;
  }

  list(): MissingName[] {
    return [...this.#byKey.values()];
  }
}

/**
 * Makes the records of missing names in the import's own name, so that its undo takes them back, and begins the file anew: their rows are right then.
 * Throws when the import is no longer this delivery's.
 */
export async function createMissing({ db, clock }: Deps, job: ImportRow, missing: readonly MissingName[], actor: Actor): Promise<void> {
  const creatable = missing.filter((each) => each.creatable);
  const [children, others] = [
    creatable.filter(({ parent }) => parent !== undefined),
    creatable.filter(({ parent }) => parent === undefined),
  ];
  const context = {
    actor,
    lang: 'vi',
    clock,
    source: 'import',
    found: new Map(),
    lockedMonths: [],
  } as const;
  await db.write(
    {
      fence: fenceOff(holdsImport(job)),
      made: planByEntity(others.map((each) => toRow(each))),
      once: sql`UPDATE imports SET create_missing = 0 WHERE id = ${job.id}`,
      chunks: sql`DELETE FROM import_chunks WHERE import_id = ${job.id}`,
    },
    importAuthor(job),
  );
  if (children.length === 0) return;
  // What they belong to may have been made just now.
  const parents = await db.read(selectLookups([...new Set(children.map(({ entity }) => MADE_BY_NAME[entity]!.parent!.entity))]));
  const rows = children.flatMap((child) => {
    const { field, entity } = MADE_BY_NAME[child.entity]!.parent!;
    const [id, ...further] = parents.find(entity, child.parent!);
    return id === undefined || further.length > 0 ? [] : toRow(child, { [field]: id });
  });
  await db.write({ fence: fenceOff(holdsImport(job)), made: planByEntity(rows, parents) }, importAuthor(job));

  function planByEntity(list: readonly ReturnType<typeof toRow>[], refs: Refs = { row: () => undefined }) {
    const byEntity = Map.groupBy(list, ({ entity }) => entity);
    return [...byEntity].map(([entity, rows]) => planWrite(resourceOf(entity), rows, { ...context, refs }).write);
  }
}

type NamedRecord = Pick<MissingName, 'entity' | 'name' | 'parent'>;

const keyOf = ({ entity, name, parent = '' }: NamedRecord) => JSON.stringify([entity, exactNameKey(name), exactNameKey(parent)]);

const resourceOf = (entity: string): Resource => RESOURCES.find(({ contract }) => contract.name === entity)!;

/** A customer that only its name is known of is marked as one to be completed, as one of the source is. */
function toRow({ entity, name }: MissingName, more: Values = {}) {
  return { entity, values: { ...readName(entity, name), ...more, ...(entity === 'customers' && { is_updated: 1 }) } };
}

function isCreatable({ entity, name, parent }: NamedRecord, { roles }: Actor): boolean {
  const isPlaced = MADE_BY_NAME[entity]?.parent === undefined || parent !== undefined;
  return isPlaced && readName(entity, name) !== undefined && isGranted(roles, resourceOf(entity).contract.access.create);
}

/** The name as the field of its record stores it; undefined where no record is made by its name, or none may have this one. */
function readName(entity: string, name: string): Values | undefined {
  const names = MADE_BY_NAME[entity]?.fields;
  if (!names) return undefined;
  const { fields } = resourceOf(entity).contract;
  const schema = updateSchema(Object.fromEntries(names.map((field) => [field, fields[field]!])));
  return schema.safeParse(Object.fromEntries(names.map((field) => [field, name]))).data;
}
