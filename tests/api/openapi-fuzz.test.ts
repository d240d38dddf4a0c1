import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { callPaths } from '../../worker/features/openapi/call-paths.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences } from '../support/samples.ts';

/** A call as the document describes it. */
interface Described {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
}
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

const RUNS = { numRuns: Number(process.env.FUZZ_RUNS ?? runs(8)) };
/** They end the session, or the account, by which the others are called. */
const ENDING = ['delete /me/sessions', 'post /auth/logout', 'post /user/active', 'post /user-locked/{id}', 'post /change-password'];
/** A database in a file has no dump, and this process no source. */
const ANSWERS = (status: number) => status < 500 || status === 503;

const calls: Described[] = Object.entries(callPaths(CALLS)).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    ...{ method, path, parameters: (operation.parameters ?? []) as Described['parameters'] },
    body: (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content?.['application/json']?.schema,
  })),
);

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '%',
    '\u0000',
    '\ud800',
    '__proto__',
    "'; --",
    '2026-13-45',
    'NaN',
    -1,
    0,
    1e308,
    2 ** 53,
    true,
    [],
    {},
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema allows, with odd ones among them. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const meant: fc.Arbitrary<unknown> = schema.enum
    ? fc.constantFrom(...schema.enum)
    : schema.anyOf
      ? fc.oneof(...schema.anyOf.map(valueFor))
      : type === 'integer' || type === 'number'
        ? fc.constantFrom(1, 2, 11, 12, 2026)
        : type === 'boolean'
          ? fc.boolean()
          : type === 'array'
            ? fc.array(schema.items ? valueFor(schema.items) : odd, { maxLength: 3 })
            : type === 'object'
              ? bodyOf(schema)
              : fc.constantFrom('2026-10', '2026-10-15', 'a', 'directs', '1', 'tsubosuu * 2');
  return fc.oneof({ weight: 4, arbitrary: meant }, { weight: 1, arbitrary: odd });
}

const bodyOf = ({ properties = {} }: Schema) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)])), { requiredKeys: [] });

it.each(calls.filter(({ method, path }) => !ENDING.includes(`${method} ${path}`)))(
  'answers every request with a success or a reason: $method $path',
  async ({ method, path, parameters, body }) => {
    const query = fc.record(
      Object.fromEntries(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, valueFor(schema)])),
      { requiredKeys: [] },
    );
    const place = fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'path')
          .map(({ name }) => [name, fc.constantFrom('1', '2', '0', 'me', 'x', '9007199254740993')]),
      ),
    );
    const sent = body ? fc.oneof({ weight: 5, arbitrary: valueFor(body) }, { weight: 1, arbitrary: odd }) : fc.constant(undefined);
    await fc.assert(
      fc.asyncProperty(place, query, sent, async (places, asked, values) => {
        const address = path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(places[name] ?? '1'));
        const words = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, textOf(value)]));
        const answer = await api.call(method.toUpperCase(), `${address}?${words}`, {
          as: api.people.admin,
          ...(values !== undefined && { body: JSON.stringify(values), headers: { 'content-type': 'application/json' } }),
        });
        expect(ANSWERS(answer.status), `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(true);
        if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
      }),
      RUNS,
    );
  },
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value));
