import { expect, test } from 'vitest';
import * as z from 'zod';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { messagesOf, ruleMessage, ruleToken } from '../../worker/contracts/rules.ts';
import { nameRule } from '../../worker/platform/schema-issues.ts';

const WRONG_VALUES = [undefined, null, true, -1, 0.5, '', 'x', 'x'.repeat(200_000), [], ['x'], {}, { x: true }];
const BODIES = CALLS.flatMap(({ path, body }) => {
  const schema = typeof body === 'function' ? body() : undefined;
  return schema instanceof z.ZodObject ? [{ path, schema }] : [];
});

test('a bad value of a body is told in the language of the caller, whichever check it fails', () => {
  expect(BODIES.length).toBeGreaterThan(20);
  let told = 0;
  for (const { path, schema } of BODIES)
    for (const name of Object.keys(schema.shape))
      for (const value of WRONG_VALUES) {
        const { error } = schema.safeParse({ [name]: value }, { error: nameRule });
        const messages = error ? Object.values(messagesOf(error, () => 'Mục này', 'vi')) : [];
        told += messages.length;
        for (const message of messages) expect(message, `${path} ${name}`).toMatch(/^Mục này |^Thời gian |^Khoảng |^Ngày |^Hãy gửi /);
      }
  expect(told).toBeGreaterThan(100);
});

test('what is missing, empty, too much or of another kind is told as such', () => {
  const schema = z.object({
    ids: z.int().array().min(1).max(2),
    name: z.string(),
    kind: z.enum(['a', 'b']),
    size: z.number().min(1).max(9),
    ...{ rows: z.array(z.unknown()).optional(), values: z.record(z.string(), z.unknown()).optional(), trial: z.boolean().optional() },
  });
  const tell = (body: object) => messagesOf(schema.safeParse(body, { error: nameRule }).error!, (field) => field, 'en');
  expect(tell({ ids: [], kind: 'c', size: 0 })).toEqual({
    ids: 'ids are required',
    name: 'name is required',
    kind: 'kind must be one of: a, b',
    size: 'size must be 1 or more',
  });
  expect(tell({ ids: [1, 2, 3], name: 5, kind: 'a', size: '5' })).toEqual({
    ids: 'ids may have at most 2 entries',
    name: 'name must be a text',
    size: 'size must be a number',
  });
  expect(tell({ ids: [1], name: '', kind: 'a', size: 1, rows: {}, values: [], trial: 'yes' })).toEqual({
    rows: 'rows must be a list',
    values: 'values must be a JSON object',
    trial: 'trial must be true or false',
  });
  expect(tell({ ids: [1.5], name: '', kind: 'a', size: 10 })).toEqual({
    'ids.0': 'ids must be an integer',
    size: 'size must be 9 or less',
  });
});

test('an English label of several things has its verb', () => {
  const told = (label: string) => (['required', 'exists'] as const).map((rule) => ruleMessage(ruleToken(rule), label, 'en'));
  expect(told('Roles')).toEqual(['Roles are required', 'Roles do not exist; choose another']);
  for (const label of ['Status', 'Address', 'Basis', 'Role', 'Table of rules'])
    expect(told(label)).toEqual([`${label} is required`, `${label} does not exist; choose another`]);
});

test('what is missing is told as such whatever language the sentences of zod are in', () => {
  const english = z.config().localeError;
  z.config(z.locales.vi());
  try {
    const { error } = z.object({ name: z.string(), other: z.string() }).safeParse({ other: 5 }, { error: nameRule });
    expect(messagesOf(error!, (field) => field, 'en')).toEqual({ name: 'name is required', other: 'other must be a text' });
  } finally {
    z.config({ localeError: english });
  }
});
