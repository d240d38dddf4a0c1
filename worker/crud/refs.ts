import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { type Contract, labelOf } from '../contracts/contract.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { AppError } from '../errors.ts';
import { tableNameOf, type Values } from './resource.ts';

/** One statement per ref in the body: the rows it points to. */
export function selectRefs(contract: Contract, values: Values): SQL[] {
  return listRefs(contract, values).map(([name, entity]) => {
    const ids = JSON.stringify([values[name]].flat());
    return sql`SELECT r.* FROM json_each(${ids}) j JOIN ${sql.identifier(tableNameOf(entity))} r ON r.id = j.value`;
  });
}

/** The referenced row of each ref field (the first one of a list); throws a 422 that names the refs without a row. */
export function requireRefs(contract: Contract, values: Values, results: readonly ResultSet[], lang: Lang): Record<string, Values> {
  const refs: Record<string, Values> = {};
  const messages: Record<string, string> = {};
  listRefs(contract, values).forEach(([name], index) => {
    const { rows = [] } = results[index] ?? {};
    if (rows.length < [values[name]].flat().length) {
      messages[name] = ruleMessage(ruleToken('exists'), labelOf(contract, name, lang), lang);
    } else if (rows[0]) refs[name] = { ...rows[0] };
  });
  if (Object.keys(messages).length > 0) throw new AppError('invalid', {}, { messages });
  return refs;
}

/** A version number while every ref of the body points to a row, else null, which no version may be: the write is undone. */
export function versionWithRefs(contract: Contract, values: Values, version: SQL): SQL {
  const held = listRefs(contract, values).map(([name, entity]) => {
    const ids = [values[name]].flat();
    return sql`(SELECT COUNT(*) FROM json_each(${JSON.stringify(ids)}) j JOIN ${sql.identifier(tableNameOf(entity))} r ON r.id = j.value) = ${ids.length}`;
  });
  return held.length === 0 ? version : sql`CASE WHEN ${sql.join(held, sql` AND `)} THEN ${version} END`;
}

function listRefs(contract: Contract, values: Values): [field: string, entity: string][] {
  return Object.entries(contract.fields)
    .filter(([name, field]) => field.entity !== undefined && values[name] !== undefined && values[name] !== null)
    .map(([name, field]) => [name, field.entity!]);
}
