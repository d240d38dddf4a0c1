import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../worker/platform/errors.ts';
import { formValues, readBody, readJsonBody } from '../../worker/platform/request-body.ts';

/** The elements of lists that were gone through while `work` was done: what copies a list for each value goes through all of it again. */
function countSteps(work: () => unknown): number {
  const iterate = Array.prototype[Symbol.iterator];
  let steps = 0;
  Array.prototype[Symbol.iterator] = function* (this: unknown[]) {
    for (let at = 0; at < this.length; at++) {
      steps += 1;
      yield this[at];
    }
  } as typeof iterate;
  try {
    work();
  } finally {
    Array.prototype[Symbol.iterator] = iterate;
  }
  return steps;
}

const refusal = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return undefined;
};
const request = (type: string, body: string) =>
  new Request('http://site.test', { method: 'POST', headers: { 'content-type': type }, body });

describe('the body of a request', () => {
  it('as a form costs its length, however its names repeat, nest or differ', () => {
    const name = fc.constantFrom('a', 'a[]', 'a[0]', 'b', '__proto__', 'constructor', 'x[y][z]');
    const names = fc.tuple(name, fc.integer({ min: 1, max: 3000 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (shape) => {
        const entries = shape.flatMap(([text, times, differ]) =>
          Array.from({ length: differ ? Math.min(times, 100) : times }, (_, at): [string, string] => [differ ? `${text}${at}` : text, 'v']),
        );
        const steps = countSteps(() => refusal(() => formValues(entries)));
        expect(steps).toBeLessThanOrEqual(4 * entries.length + 100);
      }),
    );
  });

  it('as a form has at most 500 names and 10,000 values, and is refused as too large beyond', async () => {
    const many = (count: number, name: (at: number) => string) =>
      Array.from({ length: count }, (_, at): [string, string] => [name(at), '1']);
    expect(Object.keys(formValues(many(500, (at) => `n${at}`)))).toHaveLength(500);
    expect(formValues(many(10_000, () => 'a')).a).toHaveLength(10_000);
    expect(await refusal(() => formValues(many(501, (at) => `n${at}`)))).toBe('too_many_fields');
    expect(await refusal(() => formValues(many(10_001, () => 'a')))).toBe('too_many_fields');
    expect(await refusal(() => readBody(request('application/x-www-form-urlencoded', 'a=1&'.repeat(250_000))))).toBe('too_many_fields');
  });

  it('as a form keeps one value as it is, and several or bracketed ones as a list', () => {
    expect(
      formValues([
        ['a', '1'],
        ['b', '1'],
        ['b', '2'],
        ['c[]', '1'],
        ['d[0]', '1'],
        ['d[1]', '2'],
      ]),
    ).toEqual({
      a: '1',
      b: ['1', '2'],
      c: ['1'],
      d: ['1', '2'],
    });
  });

  it('of a call that anybody may make is JSON that says so; another is refused unread', async () => {
    expect(await readJsonBody(request('application/json; charset=utf-8', '{"a":1}'))).toEqual({ a: 1 });
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const sent = request(type, 'a=1');
      expect(await refusal(() => readJsonBody(sent)), type).toBe('unsupported_type');
      expect(sent.bodyUsed, type).toBe(false);
    }
  });
});
