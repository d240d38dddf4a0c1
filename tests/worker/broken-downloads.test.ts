import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkbook } from '../support/read-workbook.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { insertDirects, insertRules, type Staff, signIn } from './calculation-month.ts';
import { download } from './import-file.ts';

const DIRECTS = 3000;
const EXPORT = 'directs/export';

let stack: Stack;
let staff: Staff;

beforeAll(async () => {
  stack = await startStack({
    heapMb: 96,
    prepare: async (client) => {
      await insertRules(client);
      await insertDirects(client, '2026-11', DIRECTS);
    },
  });
  staff = await signIn(stack);
});
afterAll(() => stack?.close());

/** When a client goes away: after so many bytes of the answer (or so many ms), and how. */
interface BreakOff {
  bytes?: number;
  ms?: number;
  how: 'close' | 'reset';
}

const STAGES: [stage: string, breakOff: BreakOff][] = [
  ['at once', { ms: 0, how: 'close' }],
  ['while the database is asked', { ms: 20, how: 'reset' }],
  ['after the first byte, by reset', { bytes: 1, how: 'reset' }],
  ['after the first byte, by close', { bytes: 1, how: 'close' }],
  ['in the middle', { bytes: 60_000, how: 'reset' }],
];

describe('an export whose client disconnects', () => {
  test.each(STAGES)('%s: later exports and templates are whole', async (_, breakOff) => {
    for (let times = 0; times < 3; times += 1) await breakOffDownload(EXPORT, breakOff);
    expect(await rowsOf(EXPORT)).toBe(DIRECTS + 1);
    // Headings and the row of an example.
    expect(await rowsOf('directs/import-template')).toBe(2);
  });

  test('holds no memory of the Worker: after 120 of them in a heap of 96 MB exports still work', async () => {
    for (let times = 0; times < 30; times += 1) {
      await Promise.all([1, 2, 3, 4].map(() => breakOffDownload(EXPORT, { bytes: 1 + times * 2000, how: 'reset' })));
    }
    expect(await rowsOf(EXPORT)).toBe(DIRECTS + 1);
  });

  test.each([2, 16])('leaves %i exports at once whole', async (count) => {
    await breakOffDownload(EXPORT, { bytes: 1, how: 'reset' });
    expect(await Promise.all(Array.from({ length: count }, () => rowsOf(EXPORT)))).toEqual(Array(count).fill(DIRECTS + 1));
  });

  test('is no error in the log', () => {
    expect(stack.logs.filter((line) => /hung|different request context|^error/i.test(line))).toEqual([]);
  });
});

async function rowsOf(path: string): Promise<number> {
  return (await readWorkbook(await download(stack, staff, path))).length;
}

/** Asks over a socket of its own and breaks it off. */
function breakOffDownload(path: string, { bytes = Number.POSITIVE_INFINITY, ms, how }: BreakOff): Promise<void> {
  const { hostname, port, host } = new URL(stack.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /api/v1/${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${staff.token}\r\n\r\n`);
      if (ms !== undefined) setTimeout(leave, ms);
    });
    const leave = () => (how === 'reset' ? socket.resetAndDestroy() : socket.destroy());
    let [received, answer] = [0, ''];
    socket.on('data', (chunk) => {
      if (received === 0) answer = chunk.toString('latin1').split('\r\n')[0]!;
      const bodyStart = received === 0 ? chunk.indexOf('\r\n\r\n') + 4 : 0;
      received += chunk.length - bodyStart;
      if (received >= bytes) leave();
    });
    socket.on('error', reject);
    socket.on('close', () => (ms === undefined && !answer.includes(' 200 ') ? reject(new Error(`answered ${answer}`)) : resolve()));
  });
}
