import { sql } from 'drizzle-orm';
import { updateSchema } from '../../contracts/body-schemas.ts';
import type { RuleVersionRequest } from '../../contracts/calls/rule-versions.ts';
import type { Values } from '../../contracts/fields.ts';
import type { RuleTable } from '../../contracts/rule-tables.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { parseBody } from '../../crud/parse-body.ts';
import { planWrite } from '../../crud/plan-write.ts';
import { notFoundError } from '../../crud/read.ts';
import { queryRefs } from '../../crud/refs.ts';
import type { Resource } from '../../crud/resource.ts';
import { withWarnings } from '../../crud/router.ts';
import { packRow, unpackRow } from '../../crud/row.ts';
import { warnOfLockedMonths } from '../../crud/update-rows.ts';
import type { GrantedCaller } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { isSameRule, selectIdentity } from '../../platform/db/rule-versions.ts';
import { asText, readColumn } from '../../platform/db/typed-rows.ts';
import { codeKey } from '../../platform/text/rule-identity.ts';

type Input = GrantedCaller & { values: RuleVersionRequest };

/**
 * `POST {entity}/versions {valid_from, copy_of, values?}`: the rule of a row, or of a code, as a version that counts from a month on. Of a table
 * all rows are copied, or none is. 409 where the rule has a version of that month.
 */
export async function makeVersion(resource: Resource, { caller, grant, values: request }: Input): Promise<{ data: Values[] }> {
  const { contract } = resource;
  const rule = contract.versions!;
  const given = parseBody(resource, updateSchema(contract.fields), request.values ?? {}, caller.lang);
  const { actor, results } = await caller.read(grant, () => ({ source: querySource(resource, rule, request) }));
  const source = results.source;
  if (source.length === 0) throw notFoundError(contract, caller.lang);
  const wanted = source.map((row) => copyRow(resource, rule, row, request, source.length === 1 || row.id === request.copy_of ? given : {}));

  const { lang, clock } = caller;
  const refs = await caller.readMore(
    queryRefs(
      contract,
      wanted.map(({ values }) => values),
    ),
  );
  const context = { actor, lang, clock, source: 'screen', refs, found: new Map(), lockedMonths: [], isNewVersion: true } as const;
  const plan = planWrite(resource, wanted, context);
  throwFirst(plan.refused);
  const made = sql`FROM ${sql.identifier(resource.table)} t CROSS JOIN ${sql.identifier(resource.table)} o ON o.id = ${source[0]!.id}
    WHERE ${isSameRule(rule, sql`t`, sql`o`)} AND t.valid_from = ${request.valid_from}`;
  const months = resource.lockedMonthsUsing?.(sql`SELECT t.id ${made}`, rule.identity);
  const written = await caller
    .write({
      refused: plan.write,
      rows: query(sql`SELECT ${packRow(resource)} AS packed ${made} ORDER BY t.id`, readColumn(asText)),
      months: months && query(months, readColumn(asText)),
    })
    .catch((error) => throwApiError(resource, caller, error, []));
  throwFirst(written.refused);
  warnOfLockedMonths(caller, written.months);
  return withWarnings(caller, { data: written.rows.map((packed) => unpackRow(resource, packed)) });
}

/** The rows of the version that is copied: that of a row, or of a code the one that counts in the month, else its first. */
function querySource(resource: Resource, rule: RuleTable, { valid_from, copy_of }: RuleVersionRequest): Query<Values[]> {
  const table = sql.identifier(resource.table);
  const isNumber = typeof copy_of === 'number' || /^\d{1,15}$/.test(copy_of);
  const byId = sql`SELECT 1 AS rank, o.* FROM ${table} o WHERE o.id = ${isNumber ? Number(copy_of) : 0}`;
  const byCode = sql`SELECT 0 AS rank, o.* FROM ${table} o
    WHERE ${selectIdentity(rule, sql`o`, rule.identity[0]!)} = ${codeKey(String(copy_of))}`;
  const named = typeof copy_of === 'string' && rule.byCode ? sql`${byCode} UNION ALL ${byId}` : byId;
  const one = sql`SELECT * FROM (${named}) ORDER BY rank, iif(valid_from <= ${valid_from}, valid_from, '') DESC, valid_from, id LIMIT 1`;
  const isOfVersion = rule.whole ? sql`${isSameRule(rule, sql`t`, sql`v`)} AND t.valid_from = v.valid_from` : sql`t.id = v.id`;
  const rows = sql`SELECT ${packRow(resource)} AS packed FROM (${one}) v CROSS JOIN ${table} t ON ${isOfVersion} ORDER BY t.id`;
  return query(query(rows, readColumn(asText)), (packed) => packed.map((cell) => unpackRow(resource, cell)));
}

/** What a new row says: all that the copied one says, but for its month and what is given. The rule it is of stays. */
function copyRow({ contract, columns }: Resource, rule: RuleTable, row: Values, { valid_from }: RuleVersionRequest, given: Values) {
  const names = Object.keys(contract.fields).filter((name) => !contract.fields[name]!.readonly);
  const copied = Object.fromEntries(names.map((name) => [name, row[name]]));
  const kept = Object.fromEntries(rule.identity.map((name) => [name, row[name]]));
  const origin = columns.has('copied_from') ? { copied_from: row.copied_from ?? row.id } : {};
  return { values: { ...copied, ...given, ...kept, ...origin, valid_from } };
}

function throwFirst(refused: ReadonlyMap<number, Error>): void {
  for (const error of refused.values()) throw error;
}
