import * as z from 'zod';
import '../../field-schemas.ts';
import type { Contract } from '../../contract.ts';
import { CONTRACTS } from '../../contracts.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { caseResult } from '../answers/rule-cases.ts';
import { ruleChange } from '../answers/rule-changes.ts';
import { CASE_PARAMS, RULE_CHANGE_PARAMS, RULE_VERSION_LABELS, ruleVersionRequest } from '../rule-versions.ts';
import { defineCall } from './define-call.ts';

const RULES: readonly Contract[] = Object.values(CONTRACTS).filter(({ versions }: Contract) => versions);

/** What is asked of all rules together. */
export const ruleCalls = {
  listChanges: defineCall({
    method: 'GET',
    path: '/rules/changes',
    grant: STAFF,
    params: RULE_CHANGE_PARAMS,
    answer: z.object({ data: ruleChange.array() }),
    summary: 'What differs between the rules of two months, or of two runs by their hashes.',
  }),
  judgeCases: defineCall({
    method: 'GET',
    path: '/rule_cases/results',
    grant: EVERYONE,
    params: CASE_PARAMS,
    answer: z.object({ data: caseResult.array() }),
    summary: 'What every worked example comes to by the rules of its month, or with `as_of` of that month, and whether it is what it must.',
  }),
};

/** A call for each entity whose rows are rules: makes a version of one from a month on. */
export const VERSION_CALLS = new Map(
  RULES.map(({ name, access }) => [
    name,
    defineCall({
      method: 'POST',
      path: `/${name}/versions`,
      grant: access.create ?? STAFF,
      body: ruleVersionRequest,
      labels: RULE_VERSION_LABELS,
      answer: z.object({ data: z.record(z.string(), z.unknown()).array(), warnings: z.string().array().optional() }),
      status: 201,
      summary: 'Makes a version of a rule that counts from a month on, of a table with all its rows; answers the new rows.',
    }),
  ]),
);
