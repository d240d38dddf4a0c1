import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { createSchema } from '../../contracts/body-schemas.ts';
import type { FirstSteps, TakenRules } from '../../contracts/calls/answers/first-steps.ts';
import { firstStepCalls as calls } from '../../contracts/calls/declared/first-steps.ts';
import { planWrite } from '../../crud/plan-write.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall, type CallInput, type GrantedCaller } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asText, readColumn } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { saveOfficeSetting } from '../../platform/office-settings.ts';
import { codeKey } from '../../platform/text/rule-identity.ts';
import { RESOURCES } from '../../resources/registry.ts';
import { describeSteps, selectStepFacts, skipKey } from './read-steps.ts';
import { BASE_POINTS, RESULTS, TSUBOS } from './ready-made-rules.ts';

/** Routes of the first steps of a new company. */
export function firstStepRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.read, (input) => readSteps(deps, input));
  bindCall(app, calls.skip, (input) => skipStep(deps, input));
  bindCall(app, calls.takeRules, takeRules);
  return app;
}

async function readSteps(deps: Deps, { caller, grant }: GrantedCaller): Promise<FirstSteps> {
  const { results } = await caller.read(grant, () => selectStepFacts(caller.clock.now()));
  return describeSteps(deps, results, caller.lang);
}

async function skipStep(deps: Deps, { caller, grant, values: { step, skipped } }: CallInput<typeof calls.skip>): Promise<FirstSteps> {
  await caller.require(grant);
  const saving = saveOfficeSetting(skipKey(step), skipped === 1 ? 1 : 0, caller.clock.time());
  const { facts } = await caller.write({ saving, facts: selectStepFacts(caller.clock.now()) });
  return describeSteps(deps, facts, caller.lang);
}

/** By entity, the rules that can be taken over, and the field of their code. */
const READY_MADE = {
  'formula-results': { rows: RESULTS, code: 'scale_code' },
  'formula-base-points': { rows: BASE_POINTS, code: 'scale_code' },
  tsubos: { rows: TSUBOS, code: 'scale_factor_code' },
} as const satisfies Record<keyof TakenRules, object>;
const NAMES = Object.keys(READY_MADE) as (keyof TakenRules)[];

/** `POST /first_steps/rules`: one operation, which can be undone; codes that have rows of a kind are left as they are. */
async function takeRules({ caller, grant }: GrantedCaller): Promise<TakenRules> {
  const { actor, results: taken } = await caller.read(grant, () => Object.fromEntries(NAMES.map((name) => [name, selectCodes(name)])));
  const { lang, clock } = caller;
  const context = {
    actor,
    lang,
    clock,
    source: 'screen',
    refs: NO_REFS,
    found: new Map(),
    lockedMonths: [],
    tableVersions: 'new',
  } as const;
  const planOf = (name: keyof TakenRules) => {
    const resource = resourceOf(name);
    const { rows, code } = READY_MADE[name];
    const wanted = rows.filter((row) => !taken[name]!.has(codeKey(String(row[code]))));
    const schema = createSchema(resource.contract.fields);
    const values = wanted.map((row) => ({ values: schema.parse(row) }));
    const { rows: planned, write } = planWrite(resource, values, context);
    return query(write, (refused) => planned.length - refused.size);
  };
  return caller.write({
    'formula-results': planOf('formula-results'),
    'formula-base-points': planOf('formula-base-points'),
    tsubos: planOf('tsubos'),
  });
}

/** The keys of the codes that have rows. */
function selectCodes(name: keyof TakenRules) {
  const codes = sql`SELECT DISTINCT ${sql.identifier(READY_MADE[name].code)} AS code FROM ${sql.identifier(resourceOf(name).table)}`;
  return query(query(codes, readColumn(asText)), (found) => new Set(found.map(codeKey)));
}

/** Rules of codes point to no records. */
const NO_REFS = { row: () => undefined };

const resourceOf = (name: string): Resource => RESOURCES.find(({ contract }) => contract.name === name)!;
