import { type SQL, sql } from 'drizzle-orm';
import type { Contract } from '../../../contracts/contract.ts';
import type { Resource, Scope } from '../../../crud/resource.ts';
import { packRow, unpackRow } from '../../../crud/row.ts';
import type { Database } from '../../../platform/db/client.ts';
import { readByHalves } from '../../../platform/db/pieces.ts';
import { query } from '../../../platform/db/query.ts';
import { asBoolean, asJson, asText, orNull, readRows } from '../../../platform/db/typed-rows.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { formColumn } from '../../../platform/text/text-forms.ts';
import { hasNaturalKey, type Importable } from '../importable.ts';
import type { Draft } from '../read/draft.ts';
import { KnownKeys } from './known-keys.ts';
import { type Origin, OriginFinder, type Target } from './origins.ts';

/** The records that rows of a file name: by id, by their source id, or by being the only one equal in the fields that tell records apart. */
export interface Targets {
  /** 'gone': no record has the row's id. */
  of(draft: Draft): Target | 'several' | 'gone' | undefined;
  /** The records equal to the row in the fields that tell records apart. */
  duplicatesOf(draft: Draft): readonly number[];
  /** Of a rule, the record that the row is a new version of. */
  originOf(draft: Draft): Origin | undefined;
}

/** Finds the records of a file, some rows at a time. */
export class TargetFinder {
  #db: Database;
  #importable: Importable;
  #known: KnownKeys;
  /** Records without a natural key, by their name. */
  #unkeyed: KnownKeys | undefined;
  #origins: OriginFinder;
  #scope: Scope;
  #ownColumns: Resource;

  constructor(db: Database, importable: Importable, scope: Scope) {
    this.#db = db;
    this.#importable = importable;
    this.#known = new KnownKeys(db, importable);
    const { resource, naturalKey, nameField } = importable;
    if (nameField) this.#unkeyed = new KnownKeys(db, { resource, naturalKey: [nameField, ...naturalKey] });
    this.#origins = new OriginFinder(db, importable, (list, matches) => this.#read(list, matches));
    this.#scope = scope;
    this.#ownColumns = importable.resource.contract.dated ? withoutRelations(importable.resource) : importable.resource;
  }

  async find(drafts: readonly Draft[]): Promise<Targets> {
    const { sourceField, namesByKey, namesUnkeyed } = this.#importable;
    const sourceKeys = new Map(
      drafts.flatMap((draft): [Draft, string][] => {
        const key = draft.id === undefined && sourceField ? exactNameKey(String(draft.values[sourceField] ?? '')) : '';
        return key === '' ? [] : [[draft, key]];
      }),
    );
    const sourceOf = (draft: Draft) => sourceKeys.get(draft);
    const ids = drafts.flatMap(({ id, version }) => (id === undefined ? [] : [[id, version]]));
    const sources = [...sourceKeys.values()].map((key) => [key]);
    const [byId, bySource] = await Promise.all([
      this.#read(ids, BY_ID),
      this.#read(sources, sql`t.${sql.identifier(sourceField ? formColumn(sourceField, 'key') : 'id')} = j.value ->> 0`),
    ]);
    const sourced = new Map(bySource.map((target) => [exactNameKey(String(target.before[sourceField!])), target]));
    const others = drafts.filter((draft) => draft.id === undefined && !draft.problems.has('id') && !sourced.has(sourceOf(draft) ?? ''));
    await this.#known.load(others.map(({ values }) => values));
    const withoutKey = ({ values }: Draft) => ({
      ...values,
      ...Object.fromEntries(this.#importable.naturalKey.map((name) => [name, null])),
    });
    if (this.#unkeyed) await this.#unkeyed.load(others.map(withoutKey));
    const idsOf = (draft: Draft) => {
      const ids = this.#known.idsOf(draft.values);
      if (ids.length > 0 || !this.#unkeyed || (namesUnkeyed && hasNaturalKey(this.#importable, draft.values))) return ids;
      return this.#unkeyed.idsOf(withoutKey(draft));
    };
    const only = namesByKey ? others.map(idsOf).filter(({ length }) => length === 1) : [];
    const byKey = await this.#read(only, BY_ID);
    const identified = new Map([...byId, ...byKey].map((target) => [target.id, target]));
    const originOf = await this.#origins.find(drafts, identified);
    return {
      originOf,
      of(draft) {
        const origin = draft.id === undefined ? undefined : originOf(draft);
        if (origin) return origin.follower;
        if (draft.id !== undefined) return identified.get(draft.id) ?? 'gone';
        const source = sourceOf(draft);
        if (source !== undefined) return sourced.get(source);
        const ids = namesByKey ? idsOf(draft) : [];
        return ids.length > 1 ? 'several' : identified.get(ids[0] ?? 0);
      },
      duplicatesOf: idsOf,
    };
  }

  /** The records for which `matches` holds of an entry `j` of the list; the second value of an entry is a version. */
  async #read(list: readonly (readonly unknown[])[], matches: SQL): Promise<Target[]> {
    if (list.length === 0) return [];
    const resource = this.#ownColumns;
    const last = sql`SELECT json_array(u.name, h.at) FROM history h LEFT JOIN users u ON u.id = h.user_id
      WHERE h.id = (SELECT MAX(id) FROM history WHERE entity = ${resource.table} AND record_id = t.id)`;
    const rows = readRows(
      { packed: asText, in_scope: asBoolean, last: orNull(asJson<Exclude<Target['lastWrite'], null>>()) },
      ({ packed, in_scope, last }): Target => {
        const before = unpackRow(resource, packed);
        return { id: Number(before.id), version: Number(before.version), before, inScope: in_scope, lastWrite: last };
      },
    );
    return readByHalves(list, (part) =>
      this.#db.read(
        query(
          sql`SELECT ${packRow(resource)} AS packed, (${this.#scope.where ?? sql`1`}) AS in_scope,
          iif(j.value ->> 1 IS NULL OR j.value ->> 1 = t.version, NULL, (${last})) AS last
          FROM json_each(${JSON.stringify(part)}) j CROSS JOIN ${sql.identifier(resource.table)} t ON ${matches}`,
          rows,
        ),
      ),
    );
  }
}

const BY_ID = sql`t.id = j.value ->> 0`;

/** Only the columns of the record itself, of which a file may have many: it is compared with them, not with the names behind its references. */
function withoutRelations(resource: Resource): Resource {
  const contract: Contract = { ...resource.contract, relations: {} };
  return { ...resource, contract };
}
