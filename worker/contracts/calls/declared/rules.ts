import * as z from 'zod';
import '../../field-schemas.ts';
import type { Contract } from '../../contract.ts';
import { CONTRACTS } from '../../contracts.ts';
import { STAFF } from '../../roles.ts';
import { RULE_VERSION_LABELS, ruleVersionRequest } from '../rule-versions.ts';
import { defineCall } from './define-call.ts';

const RULES: readonly Contract[] = Object.values(CONTRACTS).filter(({ versions }: Contract) => versions);

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
