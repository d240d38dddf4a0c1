import { sql } from 'drizzle-orm';
import type { FirstSteps } from '../../contracts/calls/answers/first-steps.ts';
import { FIRST_STEPS, type FirstStep, type FirstStepName, STEP_NEEDS } from '../../contracts/calls/first-steps.ts';
import { contractOf } from '../../contracts/contracts.ts';
import { RULE_TABLES } from '../../contracts/rule-tables.ts';
import { fill, type Lang } from '../../contracts/text.ts';
import { tableNameOf } from '../../crud/resource.ts';
import { configureSource } from '../../platform/crawl-source.ts';
import { query, type ResultsOf } from '../../platform/db/query.ts';
import { selectIdentity } from '../../platform/db/rule-versions.ts';
import { asBoolean, asJson, asNumber, asText, readColumn, readOne, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { selectSourceSettings } from '../crawl/settings/saved.ts';

const STEP_NAMES = Object.keys(FIRST_STEPS) as FirstStepName[];
const ENTITIES = STEP_NAMES.flatMap(entitiesOf);
const MAX_NAMED_CODES = 5;

/** The key of the office's settings that says that a step is skipped. */
export const skipKey = (name: FirstStepName) => `skipped_step_${name}` as const;

function entitiesOf(name: FirstStepName): readonly string[] {
  const { entities, optional = [] }: FirstStep = FIRST_STEPS[name];
  return [...entities, ...optional];
}

/** What the steps are ticked by, with `nowMs` for the links that still work. */
export function selectStepFacts(nowMs: number) {
  const hasLink = sql`EXISTS (SELECT 1 FROM password_resets p
    WHERE p.user_id = u.id AND p.used_at IS NULL AND p.expires_at > ${Math.floor(nowMs / 1000)})`;
  const counts = ENTITIES.map((entity) => sql`${entity}, (SELECT COUNT(*) FROM ${sql.identifier(tableNameOf(entity))})`);
  const isOfCode = sql`${selectIdentity(RULE_TABLES.results, sql`r`, 'scale_code')} = ${selectIdentity(RULE_TABLES.results, sql`s`, 'scale_code')}`;
  return {
    counts: query(sql`SELECT json_object(${sql.join(counts, sql`, `)}) AS counts`, readValue(asJson<Record<string, number>>())),
    people: query(
      sql`SELECT COUNT(*) AS accounts, ifnull(SUM(u.password IS NULL AND NOT (u.active = 1 AND ${hasLink})), 0) AS without FROM users u`,
      readOne({ accounts: asNumber, without: asNumber }),
    ),
    codes: query(
      sql`SELECT DISTINCT s.scale_code FROM standards s WHERE s.scale_code IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM formula_results r WHERE ${isOfCode}) ORDER BY 1`,
      readColumn(asText),
    ),
    isCalculated: query(
      sql`SELECT EXISTS (SELECT 1 FROM calculation_runs WHERE status = 'done' AND preview = 0) AS calculated`,
      readValue(asBoolean),
    ),
    sourceSettings: selectSourceSettings,
    skipped: query(sql`SELECT key FROM office_settings WHERE key LIKE 'skipped_step_%' AND value = 1`, readColumn(asText)),
  };
}

type Facts = ResultsOf<ReturnType<typeof selectStepFacts>>;

/** The steps as they stand: each is done by facts, whatever was skipped. */
export function describeSteps({ crawlSource }: Pick<Deps, 'crawlSource'>, facts: Facts, lang: Lang): FirstSteps {
  const source = configureSource(crawlSource, facts.sourceSettings);
  const steps = STEP_NAMES.map((name) => {
    const missing = missingOf(name);
    const state = missing.length === 0 ? 'done' : facts.skipped.includes(skipKey(name)) ? 'skipped' : 'open';
    const counts = entitiesOf(name).map((entity) => ({ entity, count: facts.counts[entity] ?? 0 }));
    return { name, state, counts, missing } as const;
  });
  return { done: steps.every(({ state }) => state !== 'open'), steps };

  function missingOf(name: FirstStepName): string[] {
    const say = (need: keyof typeof STEP_NEEDS, values: Record<string, string | number> = {}) => fill(STEP_NEEDS[need][lang], values);
    switch (name) {
      case 'people':
        if (facts.people.accounts < 2) return [say('person')];
        return facts.people.without > 0 ? [say('passwords', { n: facts.people.without })] : [];
      case 'formulas': {
        const codes = facts.codes.slice(0, MAX_NAMED_CODES).join(', ') + (facts.codes.length > MAX_NAMED_CODES ? ' …' : '');
        return [...lacking(FIRST_STEPS.formulas.entities), ...(codes ? [say('codes', { codes })] : [])];
      }
      case 'source':
        return source.problem ? [source.problem.text[lang]] : [];
      case 'jobs':
        return facts.counts.directs ? [] : [say('jobs')];
      case 'calculation':
        return facts.isCalculated ? [] : [say('calculation')];
      default:
        return lacking(FIRST_STEPS[name].entities);
    }
  }

  function lacking(entities: readonly string[]): string[] {
    return entities
      .filter((entity) => !facts.counts[entity])
      .map((entity) => fill(STEP_NEEDS.entity[lang], { entity: contractOf(entity)!.label[lang].toLowerCase() }));
  }
}
