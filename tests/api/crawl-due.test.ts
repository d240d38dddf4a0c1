import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DUE_PARTS, type DuePart } from '../../worker/contracts/calls/directs-due.ts';
import { FIXTURES, openCrawl, type TestCrawl } from '../support/crawl.ts';

const DAY_MS = 86_400_000;
const PARTS = Object.keys(DUE_PARTS) as DuePart[];

let t: TestCrawl;
beforeAll(async () => {
  t = await openCrawl({ jobs: 8 });
  await t.crawl({ full: true });
});
afterAll(() => t.close());

const day = (offset: number) => new Date(t.api.clock.now() + 7 * 3_600_000 + offset * DAY_MS).toISOString().slice(0, 10);
const call = async (path: string) => (await t.api.call('GET', path, { as: t.api.people.admin })).body;

interface Job {
  wished: number;
  returned: boolean;
  designer: number;
}

it('lists of jobs in hand follow what crawls move: each open job in the part of its wished day and of its designer, and no other', async () => {
  const ids = t.standin.jobs().map(({ id }) => id);
  const job = fc.record({ wished: fc.integer({ min: -9, max: 12 }), returned: fc.boolean(), designer: fc.nat(3) });
  const move = (id: string, { wished, returned, designer }: Job) =>
    t.standin.updateJob(id, {
      username: FIXTURES.usernames[designer]!,
      form: { 希望納期: day(wished), 'Ngày trả': returned ? day(-1) : '' },
    });
  const known = new Map<string, Job>();
  const seen = new Set<DuePart>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...ids), job), { minLength: 1, maxLength: 5 }), async (moves) => {
      for (const id of ids) if (!known.has(id)) moves.unshift([id, { wished: 0, returned: false, designer: 0 }]);
      for (const [id, to] of moves) {
        move(id, to);
        known.set(id, to);
      }
      expect((await t.crawl({ full: true })).status).toBe('done');
      const rows = await t.query('SELECT d.id, d.external_id, u.username FROM directs d JOIN users u ON u.id = d.user_id');
      const inHand = [...known].flatMap(([id, { wished, returned, designer }]) => {
        if (returned) return [];
        const part: DuePart = wished < 0 ? 'late' : wished === 0 ? 'today' : wished <= 7 ? 'week' : 'later';
        seen.add(part);
        return { id: rows.find(({ external_id }) => external_id === id)!.id, part, designer: FIXTURES.usernames[designer]! };
      });
      for (const designer of [undefined, ...FIXTURES.usernames]) {
        const person = designer && t.api.people[designer as 'admin'].id;
        const body = await call(`directs/due${person ? `?user_id=${person}` : ''}`);
        for (const part of PARTS) {
          const meant = inHand.filter((one) => one.part === part && (!designer || one.designer === designer)).map(({ id }) => id);
          const listed = body[part].data.map(({ id }: { id: number }) => id);
          expect(listed.sort(), `${part} of ${designer}`).toEqual(meant.sort());
        }
      }
      expect((await call('directs?henkyaku_hi__empty=1&limit=1')).total).toBe(inHand.length);
    }),
    { numRuns: 12 },
  );
  expect(seen.size).toBe(4);
});
