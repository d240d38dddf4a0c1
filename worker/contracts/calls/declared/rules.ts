import * as z from 'zod';
import '../../field-schemas.ts';
import type { Contract } from '../../contract.ts';
import { CONTRACTS } from '../../contracts.ts';
import { ALL_ROLES, EVERYONE, STAFF } from '../../roles.ts';
import { WARNINGS } from '../answers/envelope.ts';
import { caseResult } from '../answers/rule-cases.ts';
import { ruleChange, ruleReach, ruleState } from '../answers/rule-changes.ts';
import { ruleDocument } from '../answers/rule-document.ts';
import {
  CASE_PARAMS,
  DOCUMENT_PARAMS,
  DOCUMENT_PARAMS_LABELS,
  documentReadRequest,
  REACH_PARAMS,
  RULE_CHANGE_PARAMS,
  RULE_VERSION_LABELS,
  ruleVersionRequest,
} from '../rule-versions.ts';
import { defineCall } from './define-call.ts';

const RULES: readonly Contract[] = Object.values(CONTRACTS).filter(({ versions }: Contract) => versions);

/** What is asked of all rules together. */
export const ruleCalls = {
  listChanges: defineCall('GET /rules/changes', STAFF, 'What differs between the rules of two months, or of two runs by their hashes.', {
    params: RULE_CHANGE_PARAMS,
    answer: () => z.object({ data: ruleChange().array() }),
  }),
  readReach: defineCall(
    'GET /rules/reach',
    STAFF,
    'The months that a version of a rule counts in, which of them are locked, and how many open jobs it would calculate anew.',
    { params: REACH_PARAMS, answer: ruleReach },
  ),
  readState: defineCall('GET /rules/state', EVERYONE, 'Whether the last calculation of a month went by the rules as they are.', {
    params: DOCUMENT_PARAMS,
    answer: ruleState,
  }),
  readDocument: defineCall(
    'GET /rules/document',
    EVERYONE,
    'The rules of a month in words: per customer and work category, per scale code, and the totals; what changed since the caller last read them.',
    { params: DOCUMENT_PARAMS, answer: ruleDocument },
  ),
  markDocumentRead: defineCall('POST /rules/document/read', EVERYONE, 'Says that the caller has read this version of the rules.', {
    body: documentReadRequest,
    labels: DOCUMENT_PARAMS_LABELS,
    answer: () => z.object({ month: z.string(), version: z.string(), read_at: z.string() }),
  }),
  judgeCases: defineCall(
    'GET /rule_cases/results',
    ALL_ROLES,
    'What every worked example comes to by the rules of its month, or with `as_of` of that month, and whether it is what it must.',
    { params: CASE_PARAMS, answer: () => z.object({ data: caseResult().array() }) },
  ),
};

/** A call for each entity whose rows are rules: makes a version of one from a month on. */
export const VERSION_CALLS = new Map(
  RULES.map(({ name, access }) => [
    name,
    defineCall(
      `POST /${name}/versions`,
      access.create ?? STAFF,
      'Makes a version of a rule that counts from a month on, of a table with all its rows; answers the new rows.',
      {
        body: ruleVersionRequest,
        labels: RULE_VERSION_LABELS,
        acceptsBroken: true,
        inScenario: true,
        answer: () => z.object({ data: z.record(z.string(), z.unknown()).array(), ...WARNINGS() }),
        status: 201,
      },
    ),
  ]),
);
