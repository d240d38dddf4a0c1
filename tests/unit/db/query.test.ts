import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../worker/platform/db/client.ts';
import { query, readLater } from '../../../worker/platform/db/query.ts';
import { customers } from '../../../worker/platform/db/schema/reference.ts';
import {
  asBoolean,
  asJson,
  asNumber,
  asText,
  hasRows,
  orNull,
  readColumn,
  readFirst,
  readOne,
  readRows,
  readValue,
} from '../../../worker/platform/db/typed-rows.ts';

const client = createClient({ url: ':memory:' });
const batches: number[] = [];
const connection = {
  batch: (statements: Parameters<typeof client.batch>[0], mode: 'read' | 'write') => {
    batches.push(statements.length);
    return client.batch(statements, mode);
  },
};
const db = createDatabase(
  () => connection,
  () => '2026-11-25 08:00:00',
);

describe('a plan of named queries', () => {
  it('is one batch and answers under its names, groups within groups', async () => {
    batches.length = 0;
    const numbers = query(sql`SELECT value AS n FROM json_each('[1,2,3]')`, readRows({ n: asNumber }));
    const answer = await db.read({
      numbers,
      group: { name: query(sql`SELECT 'Lan' AS name`, readValue(asText)), skipped: undefined },
      perMonth: ['10', '11'].map((month) => query(sql`SELECT ${month} AS month`, readOne({ month: asText }))),
    });
    expect(answer).toEqual({
      numbers: [{ n: 1 }, { n: 2 }, { n: 3 }],
      group: { name: 'Lan', skipped: undefined },
      perMonth: [{ month: '10' }, { month: '11' }],
    });
    expect(batches).toEqual([4]);
  });

  it('runs a bare statement and answers nothing for it', async () => {
    batches.length = 0;
    const answer = await db.read({ bare: sql`SELECT 1 AS n`, list: [sql`SELECT 2`], after: query(sql`SELECT 3`, readValue(asNumber)) });
    expect(answer).toEqual({ bare: undefined, list: [undefined], after: 3 });
    expect(batches).toEqual([3]);
  });

  it('reads the results of a plan that waits for its rights only when they are asked for', async () => {
    const refused = query(sql`SELECT NULL AS n`, readValue(asNumber));
    const { first, readOthers } = await db.read({
      first: query(sql`SELECT 1`, readValue(asNumber)),
      readOthers: readLater({ bare: sql`SELECT 2`, refused, second: query(sql`SELECT 3`, readValue(asNumber)) }),
    });
    expect(first).toBe(1);
    expect(readOthers).toThrow('null for n');
  });

  it('gives a query of several statements their results under their names', async () => {
    const sum = query(
      { first: query(sql`SELECT 1`, readValue(asNumber)), second: query(sql`SELECT 2`, readValue(asNumber)) },
      ({ first, second }) => first + second,
    );
    expect(await db.read({ before: query(sql`SELECT 0`, readValue(asNumber)), sum })).toEqual({ before: 0, sum: 3 });
  });
});

describe('a typed reader', () => {
  const read = <T>(statement: ReturnType<typeof sql>, reader: Parameters<typeof query<typeof statement, T>>[1]) =>
    db.read(query(statement, reader));

  it('reads one row, the first if any, a column, and whether there are rows', async () => {
    const none = sql`SELECT 1 AS n WHERE 0`;
    expect(await read(none, readFirst({ n: asNumber }))).toBeUndefined();
    expect(await read(none, hasRows)).toBe(false);
    expect(await read(sql`SELECT value FROM json_each('["a","b"]')`, readColumn(asText))).toEqual(['a', 'b']);
    await expect(read(none, readValue(asNumber))).rejects.toThrow('answered none');
  });

  it('hands each row to a function, typed', async () => {
    const doubled = readRows({ n: asNumber }, ({ n }) => n * 2);
    expect(await read(sql`SELECT value AS n FROM json_each('[1,2]')`, doubled)).toEqual([2, 4]);
  });

  it('reads flags, JSON and cells that may be empty', async () => {
    const shape = { open: asBoolean, list: asJson<number[]>(), note: orNull(asText) };
    expect(await read(sql`SELECT 1 AS open, '[4]' AS list, NULL AS note`, readOne(shape))).toEqual({ open: true, list: [4], note: null });
  });

  it.each([
    ['an empty cell for a number', sql`SELECT NULL AS n`, 'null for n'],
    ['a text for a number', sql`SELECT '12' AS n`, '12 for n'],
    ['no cell of that name', sql`SELECT 1 AS m`, 'null for n'],
  ])('refuses %s instead of making 0 of it', async (_, statement, message) => {
    await expect(read(statement, readRows({ n: asNumber }))).rejects.toThrow(message);
  });

  it('refuses an empty cell of a column that the table declares as never empty', async () => {
    await expect(read(sql`SELECT NULL AS name`, readRows({ name: customers.name }))).rejects.toThrow('null for name');
  });
});
