import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteFormerDigests, sendDigests } from '../../worker/features/notices/digest.ts';
import { SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

const DAILY = '0 10 * * *';
const QUARTER = '*/15 * * * *';
let api: TestApi;
let deps: Deps;
let mails: string[];
/** What happens to a mail before it is sent. */
let onMail: (to: string) => Promise<void>;
beforeEach(async () => {
  api = await openApi();
  mails = [];
  onMail = async () => undefined;
  const send = async ({ to }: { to: string }) => {
    await onMail(to);
    mails.push(to);
    return { messageId: String(mails.length) };
  };
  deps = {
    ...api.deps,
    mail: { send } as unknown as NonNullable<Deps['mail']>,
    settings: { ...api.deps.settings, appOrigin: 'https://tensu.test' },
  };
});
afterEach(() => api.close());

const { admin, writer, viewer } = { admin: 'admin@tensu.test', writer: 'writer@tensu.test', viewer: 'viewer@tensu.test' };
let events = 0;
const tell = (person: Person, at: string) =>
  api.insert('notices', { user_id: person.id, event: `test:${events++}`, kind: 'month_locked', params: '{"month":"2026-10"}', at });
/** Sets the clock to an hour of the office on a day of November 2026. */
const setOffice = (day: number, hour: number, minute = 0) =>
  api.clock.set(`2026-11-${day}T${String(hour - 7).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`);
const run = (cron: string) => runSchedule(deps, cron);

describe('the daily mail', () => {
  it('goes out once to each who has unread notices, however often its cron runs and on how many workers', async () => {
    await tell(api.people.admin, '2026-11-20 09:00:00');
    await tell(api.people.writer, '2026-11-20 10:00:00');
    setOffice(20, 17);
    // While one worker sends, a further notice comes and another worker runs the cron too.
    let isFirst = true;
    onMail = async () => {
      if (!isFirst) return;
      isFirst = false;
      await tell(api.people.admin, '2026-11-20 16:59:59');
      await run(DAILY);
    };
    await Promise.all([run(DAILY), run(DAILY)]);
    await run(QUARTER);
    expect(mails.sort()).toEqual([admin, writer]);
    setOffice(21, 17);
    await run(DAILY);
    expect(mails.sort()).toEqual([admin, admin, writer]);
  });

  it('asks for mail, work and address at the moment of the mail', async () => {
    for (const person of [api.people.admin, api.people.writer, api.people.viewer]) await tell(person, '2026-11-20 09:00:00');
    setOffice(20, 17);
    onMail = async (to) => {
      if (to !== admin) return;
      // What two people do while the first mail is under way.
      await api.insert('user_preferences', { user_id: api.people.viewer.id, name: 'notices.mail', value: 'false' });
      await api.client.execute(`UPDATE users SET active = 0 WHERE id = ${api.people.writer.id}`);
    };
    await run(DAILY);
    expect(mails).toEqual([admin]);
  });

  it('that the provider refuses is sent in the next quarter of an hour, and nobody gets two', async () => {
    for (const person of [api.people.admin, api.people.writer, api.people.viewer]) await tell(person, '2026-11-20 09:00:00');
    let refused = 0;
    onMail = async (to) => {
      if (to === admin) return;
      refused += 1;
      throw Object.assign(new Error('too many mails'), { code: 'E_RATE_LIMIT_EXCEEDED' });
    };
    setOffice(20, 17);
    await run(DAILY);
    expect({ mails, refused }).toEqual({ mails: [admin], refused: 2 });
    onMail = async () => undefined;
    setOffice(20, 17, 15);
    await tell(api.people.admin, '2026-11-20 17:10:00');
    await run(QUARTER);
    await run(QUARTER);
    expect(mails.slice(1).sort()).toEqual([viewer, writer]);
  });

  it('that the provider refuses for an hour is told of by the mail of the next day', async () => {
    await tell(api.people.writer, '2026-11-20 09:00:00');
    onMail = async () => {
      throw Object.assign(new Error('no more today'), { code: 'E_DAILY_LIMIT_EXCEEDED' });
    };
    setOffice(20, 17);
    await run(DAILY);
    for (const minute of [15, 30, 45]) {
      setOffice(20, 17, minute);
      await run(QUARTER);
    }
    onMail = async () => undefined;
    for (const hour of [18, 23]) {
      setOffice(20, hour);
      await run(QUARTER);
    }
    expect(mails).toEqual([]);
    setOffice(21, 17);
    await run(DAILY);
    expect(mails).toEqual([writer]);
  });

  it.each([
    ['its answer was lost', new Error('The operation was aborted due to timeout')],
    ['the provider can not say', Object.assign(new Error('try later'), { code: 'E_INTERNAL_SERVER_ERROR' })],
  ])('that may have gone out, as %s, is not sent again that day; the next one tells of the same', async (_, error) => {
    await tell(api.people.writer, '2026-11-20 09:00:00');
    const arrived: string[] = [];
    onMail = async (to) => {
      arrived.push(to);
      throw error;
    };
    setOffice(20, 17);
    await run(DAILY);
    setOffice(20, 17, 15);
    await tell(api.people.writer, '2026-11-20 16:59:00');
    await run(QUARTER);
    expect(arrived).toEqual([writer]);
    onMail = async () => undefined;
    setOffice(21, 17);
    await run(DAILY);
    expect(mails).toEqual([writer]);
    setOffice(22, 17);
    await run(DAILY);
    expect(mails).toEqual([writer]);
  });

  it('goes to nobody who may open none of their notices any more, and tells of them once they may', async () => {
    const id = await api.insert('questions', {
      ...{ user_id: api.people.viewer.id, dept_id: 999, month: '2026-10', kind: 'total' },
      ...{ text: 'Vì sao?', created_at: '2026-11-20 08:00:00' },
    });
    const tellOf = (person: Person, kind: string, params: object) =>
      api.insert('notices', {
        user_id: person.id,
        event: `hidden:${kind}`,
        kind,
        params: JSON.stringify(params),
        at: '2026-11-20 09:00:00',
      });
    await tellOf(api.people.viewer, 'backup_old', {});
    await tellOf(api.people.writer, 'question_asked', { name: 'A', month: '2026-10', question_id: id });
    await tellOf(api.people.admin, 'question_asked', { name: 'A', month: '2026-10', question_id: id });
    setOffice(20, 17);
    await run(DAILY);
    expect(mails).toEqual([admin]);
    await api.client.execute(`UPDATE questions SET dept_id = (SELECT department_id FROM users WHERE id = ${api.people.writer.id})`);
    setOffice(21, 17);
    await run(DAILY);
    expect(mails).toEqual([admin, writer]);
  });

  it('leaves what comes after 17:00 to the next day', async () => {
    setOffice(20, 17, 30);
    await tell(api.people.writer, '2026-11-20 17:20:00');
    await run(QUARTER);
    expect(mails).toEqual([]);
    setOffice(21, 17);
    await run(DAILY);
    expect(mails).toEqual([writer]);
  });

  it('does not tell again, from a restored database, of what a mail told after the backup', async () => {
    await tell(api.people.admin, '2026-11-20 16:00:00');
    await tell(api.people.writer, '2026-11-20 18:00:00');
    // The backup is of the next night, the mail of 17:00 went out, and in the evening the database is restored; or it is restored in the morning.
    setOffice(20, 19);
    await api.deps.db.write(noteFormerDigests(api.clock), SCRIPT_AUTHOR);
    setOffice(21, 9);
    await api.deps.db.write(noteFormerDigests(api.clock), SCRIPT_AUTHOR);
    setOffice(21, 17);
    await sendDigests(deps);
    expect(mails).toEqual([writer]);
    const { rows } = await api.client.execute('SELECT COUNT(*) AS n FROM notices WHERE read_at IS NOT NULL');
    expect(rows).toMatchObject([{ n: 0 }]);
  });
});
