import * as z from 'zod';
import type { Contract } from '../../contract.ts';
import { CONTRACTS } from '../../contracts.ts';
import { idSchema } from '../../field-schemas.ts';
import type { Grant } from '../../roles.ts';
import { ruleToken } from '../../rules.ts';
import { bulkEdit } from '../answers/operations.ts';
import { BULK_LABELS, MAX_BULK_ROWS } from '../operations.ts';
import { type Call, defineCall } from './define-call.ts';

const EDITED: readonly Contract[] = Object.values(CONTRACTS).filter(({ access }: Contract) => access.update);

const bulkValues = () => z.record(z.string(), z.unknown());

/** A record with values of its own. */
export const bulkRow = () => z.object({ id: idSchema, version: z.int().optional(), values: bulkValues() });

/**
 * Body of a bulk edit: which records, by their ids or as the filters of the list, and what they are to hold; or `rows`, each with values of its
 * own, as a grid sends them.
 */
export const bulkBody = () =>
  z
    .object({
      ids: idSchema.array().min(1).max(MAX_BULK_ROWS).optional(),
      /** Parameters of the list; with them `expected`, how many records the person saw. */
      filter: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      expected: z.int().min(0).optional(),
      values: bulkValues().optional(),
      /** Versions by id: a record that has another one is refused. */
      versions: z.record(z.string(), z.int()).optional(),
      rows: bulkRow().array().min(1).max(MAX_BULK_ROWS).optional(),
      dry_run: z.boolean().optional(),
      /** A check leaves out the jobs that have no points. */
      skip_without_points: z.boolean().optional(),
    })
    .refine(({ ids, filter, rows }) => [ids, filter, rows].filter((given) => given !== undefined).length === 1, {
      path: ['ids'],
      error: ruleToken('one_of', { names: 'ids, filter, rows' }),
    })
    .refine(({ filter, expected }) => (filter === undefined) === (expected === undefined), {
      path: ['expected'],
      error: ruleToken('together', { names: 'filter, expected' }),
    })
    .refine(({ rows, values }) => (rows === undefined) !== (values === undefined), {
      path: ['values'],
      error: ruleToken('one_of', { names: 'values, rows' }),
    });
export type BulkBody = z.infer<ReturnType<typeof bulkBody>>;

interface BulkCall extends Call {
  readonly grant: Grant;
  readonly body: typeof bulkBody;
  readonly answer: typeof bulkEdit;
}

/** The call by which many records of an entity are edited, by entity. */
export const ENTITY_BULK_CALLS: ReadonlyMap<string, BulkCall> = new Map(
  EDITED.map(({ name, access, versions }) => [
    name,
    defineCall(
      `POST /${name}/bulk`,
      access.check ? ([...new Set([...access.update!, ...access.check])] as Grant) : access.update!,
      'Writes the same values into many records, or into each of `rows` its own, each or not at all by itself; `dry_run` only counts.',
      { body: bulkBody, labels: BULK_LABELS, ...(versions && { acceptsBroken: true as const }), answer: bulkEdit },
    ),
  ]),
);
