import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../../../contracts/fields.ts';
import type { Database } from '../../../platform/db/client.ts';
import { selectIdentity } from '../../../platform/db/rule-versions.ts';
import { identityOf } from '../../../platform/text/rule-identity.ts';
import type { Importable } from '../importable.ts';
import type { Draft } from '../read/draft.ts';
import { KnownKeys } from './known-keys.ts';

/** A record that a row may update, as it is. */
export interface Target {
  id: number;
  version: number;
  before: Values;
  /** Whether the person may see it. */
  inScope: boolean;
  /** Name and time of who wrote it last, where the row names another version. */
  lastWrite: readonly [name: string | null, at: string] | null;
}

/** The record that a row of a file is a new version of. */
export interface Origin {
  record: Target;
  /** The row of that version, where it is there already. */
  follower: Target | undefined;
}

/** Reads the records for which `matches` holds of an entry `j` of the list; the second value of an entry is a version. */
export type ReadTargets = (list: readonly (readonly unknown[])[], matches: SQL) => Promise<Target[]>;

/**
 * Finds the records of which rows of a file are new versions: a row with the id of a rule and another month than that one's, or, in a table of
 * scales, a row whose key is that of one of an earlier version.
 */
export class OriginFinder {
  #importable: Importable;
  #read: ReadTargets;
  /** Rows of whole tables by what tells them apart, but for their month. */
  #rows: KnownKeys | undefined;

  constructor(db: Database, importable: Importable, read: ReadTargets) {
    this.#importable = importable;
    this.#read = read;
    const { resource, naturalKey } = importable;
    if (resource.contract.versions?.whole)
      this.#rows = new KnownKeys(db, { resource, naturalKey: naturalKey.filter((name) => name !== 'valid_from') });
  }

  /** `identified`: the records of the rows' ids. */
  async find(drafts: readonly Draft[], identified: ReadonlyMap<number, Target>): Promise<(draft: Draft) => Origin | undefined> {
    if (!this.#importable.resource.contract.versions) return () => undefined;
    const dated = drafts.filter((draft) => monthOf(draft) !== undefined);
    const followers = await this.#findFollowers(dated, identified);
    const sources = await this.#findSources(dated.filter(({ id }) => id === undefined));
    return (draft) => {
      const month = monthOf(draft);
      if (month === undefined) return undefined;
      const record = draft.id === undefined ? sources(draft, month) : identified.get(draft.id);
      if (!record || record.before.valid_from === month) return undefined;
      return { record, follower: draft.id === undefined ? undefined : followers.get(this.#keyOf(month, record.before)) };
    };
  }

  async #findFollowers(drafts: readonly Draft[], identified: ReadonlyMap<number, Target>): Promise<ReadonlyMap<string, Target>> {
    const list = drafts.flatMap((draft) => {
      const record = draft.id === undefined ? undefined : identified.get(draft.id);
      return record ? [[record.id, null, monthOf(draft), ...this.#ruleOf(record.before)]] : [];
    });
    const isSame = this.#ruleColumns().map((column, at) => sql`${column} = j.value ->> ${sql.raw(String(at + 3))}`);
    const found = await this.#read(list, sql`t.valid_from = j.value ->> 2 AND ${sql.join(isSame, sql` AND `)}`);
    return new Map(found.map((target) => [this.#keyOf(String(target.before.valid_from), target.before), target]));
  }

  /** Of rows without an id: the row with the same key in the version that counts in their month. */
  async #findSources(drafts: readonly Draft[]): Promise<(draft: Draft, month: string) => Target | undefined> {
    const rows = this.#rows;
    if (!rows || drafts.length === 0) return () => undefined;
    await rows.load(drafts.map(({ values }) => values));
    const ids = new Set(drafts.flatMap(({ values }) => rows.idsOf(values)));
    const targets = await this.#read(
      [...ids].map((id) => [id]),
      sql`t.id = j.value ->> 0`,
    );
    const byId = new Map(targets.map((target) => [target.id, target]));
    const rule = this.#importable.resource.contract.versions!;
    // What tells rows apart takes more for equal than the key of a code.
    const keyOf = (row: Values) => JSON.stringify(identityOf(rule, row));
    const monthIn = ({ before }: Target) => String(before.valid_from ?? '');
    return ({ values }, month) =>
      rows
        .idsOf(values)
        .flatMap((id) => byId.get(id) ?? [])
        .filter((target) => monthIn(target) <= month && keyOf(target.before) === keyOf(values))
        .sort((a, b) => monthIn(a).localeCompare(monthIn(b)) || b.id - a.id)
        .at(-1);
  }

  /** The columns of `t` that say which rule, or which row of a table, a record is a version of. */
  #ruleColumns(): SQL[] {
    const { columns, contract } = this.#importable.resource;
    if (columns.has('copied_from')) return [sql`ifnull(t.copied_from, t.id)`];
    const rule = contract.versions!;
    return rule.identity.map((name) => selectIdentity(rule, sql`t`, name));
  }

  #ruleOf(values: Values): unknown[] {
    const { columns, contract } = this.#importable.resource;
    return columns.has('copied_from') ? [originId(values)] : identityOf(contract.versions!, values);
  }

  #keyOf(month: string, values: Values): string {
    return JSON.stringify([month, ...this.#ruleOf(values)]);
  }
}

/** The row of the first version that a record follows from: itself, or the one it was copied from. */
export function originId(values: Values): number {
  return Number(values.copied_from ?? values.id);
}

/** The month from which a row counts, where the file gives one that can be read. */
function monthOf({ values }: Draft): string | undefined {
  const { valid_from } = values;
  return typeof valid_from === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(valid_from) ? valid_from : undefined;
}
