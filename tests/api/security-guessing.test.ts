import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { givePasswords, PASSWORD, signIn } from '../support/sign-in.ts';

let api: TestApi;
let minutes = 0;
let writes = 0;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer', 'checked', 'viewer']);
  const { write, read } = api.deps.db;
  api.deps.db = {
    read,
    write: (...given) => {
      writes++;
      return write(...given);
    },
  };
});
beforeEach(() => {
  minutes += 20;
  api.clock.set(new Date(Date.parse('2026-11-20T03:00:00Z') + minutes * 60_000).toISOString());
});

const guess = (username: string, n: number, address: string, device?: string) =>
  signIn(api, username, { password: `Wrong-${n}`, address, ...(device && { device }) });

describe('an account that others guess at', () => {
  it('stays open to its owner on a new device: strangers fill the limit of their own addresses', async () => {
    for (let n = 0; n < 9; n++) expect((await guess('viewer', n, `192.0.2.${n}`)).status).toBe(401);
    expect((await signIn(api, 'viewer', { address: '203.0.113.50' })).status).toBe(200);
  });

  it('stays open to its owner on the device that signed in before, also behind the same address', async () => {
    const { device } = await signIn(api, 'writer', { address: '198.51.100.7' });
    for (let n = 0; n < 6; n++) await guess('writer', n, '198.51.100.7');
    expect((await signIn(api, 'writer', { address: '198.51.100.7' })).status).toBe(429);
    expect((await signIn(api, 'writer', { address: '198.51.100.7', device })).status).toBe(200);
  });

  it('takes longer to answer strangers once many have failed, whoever they are, and still lets the right password in', async () => {
    for (let n = 0; n < 10; n++) expect((await guess('checked', n, `192.0.2.${100 + n}`)).status).toBe(401);
    const begun = performance.now();
    expect((await signIn(api, 'checked', { address: '203.0.113.9' })).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(990);
  });
});

describe('an IPv6 subscriber', () => {
  it('counts as one address, whichever of its 2^64 it calls from; the neighbour is another', async () => {
    const own = ['2001:db8:1:2::a', '2001:DB8:1:2:ffff:0:0:b', '2001:0db8:0001:0002::', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:0:0:0:1'];
    for (const [n, address] of own.entries()) expect((await guess('viewer', n, address)).status).toBe(401);
    expect((await signIn(api, 'viewer', { address: '2001:db8:1:2:9::9' })).status).toBe(429);
    expect((await signIn(api, 'viewer', { address: '2001:db8:1:3::a' })).status).toBe(200);
    for (const address of ['::1', '2001:db8::1', '::ffff:192.0.2.7']) expect((await signIn(api, 'viewer', { address })).status).toBe(200);
  });
});

describe('a device that signed in before', () => {
  it('is held back after five failures of its own', async () => {
    const { device } = await signIn(api, 'admin');
    for (let n = 0; n < 5; n++) expect((await guess('admin', n, `192.0.2.${n}`, device)).status).toBe(401);
    expect((await signIn(api, 'admin', { device })).status).toBe(429);
    expect((await signIn(api, 'admin', { address: '203.0.113.77' })).status).toBe(200);
  });

  it('is known for the accounts that signed in on it only, and not when its cookie was changed', async () => {
    const { device } = await signIn(api, 'admin');
    for (let n = 0; n < 5; n++) await guess('viewer', n, '198.51.100.30', device);
    expect((await signIn(api, 'viewer', { address: '198.51.100.30', device })).status).toBe(429);
    for (let n = 0; n < 5; n++) await guess('admin', n, '198.51.100.31');
    // Not the last letter: it holds bits that no byte has.
    const forged = `${device.slice(0, -10)}${device.at(-10) === 'A' ? 'B' : 'A'}${device.slice(-9)}`;
    for (const cookie of [forged, 'tensu_device=a.b.c', 'tensu_device=']) {
      expect((await signIn(api, 'admin', { address: '198.51.100.31', device: cookie })).status).toBe(429);
    }
    expect((await signIn(api, 'admin', { address: '198.51.100.31', device })).status).toBe(200);
  });

  it('has a cookie that scripts and other sites never see', async () => {
    const { headers } = await signIn(api, 'admin');
    const cookie = headers.getSetCookie().find((each) => each.startsWith('tensu_device='));
    for (const part of ['Path=/api/v1/auth', 'HttpOnly', 'Secure', 'SameSite=Strict']) expect(cookie).toContain(part);
  });
});

describe('beyond a limit', () => {
  it('nothing is written but one line in the log', async () => {
    for (let n = 0; n < 5; n++) await guess('viewer', n, '198.51.100.9');
    writes = 0;
    for (let n = 0; n < 6; n++) expect((await guess('viewer', n, '198.51.100.9')).status).toBe(429);
    expect(writes).toBe(1);
  });

  it('an unknown user and a wrong password get the same answer', async () => {
    for (const name of ['viewer', 'nobody-here']) for (let n = 0; n < 5; n++) await guess(name, n, '198.51.100.12');
    const [known, unknown] = [await guess('viewer', 6, '198.51.100.12'), await guess('nobody-here', 6, '198.51.100.12')];
    const bare = ({ request_id, ...body }: Record<string, unknown>) => body;
    expect(bare(unknown.body)).toEqual(bare(known.body));
    expect(known.status).toBe(429);
  });
});

describe('many sign-ins at once', () => {
  it('of unknown users and of known ones are refused alike where too many wait, with the time to wait', async () => {
    const names = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? 'admin' : `ghost-${n}`));
    const answers = await Promise.all(names.map((name, n) => signIn(api, name, { password: 'Wrong-1234', address: `203.0.113.${n % 2}` })));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const { body, headers } of busy) {
      expect(body.code).toBe('too_busy');
      expect(headers.get('retry-after')).toBe('3');
    }
    for (const half of [0, 1]) expect(answers.some(({ status }, n) => n % 2 === half && status === 503)).toBe(true);
    expect((await signIn(api, 'admin', { password: PASSWORD, address: '203.0.113.99' })).status).toBe(200);
  });
});

describe('the address of a caller', () => {
  it('is believed from the header of the settings only', async () => {
    api.deps.settings.clientIpHeader = undefined;
    try {
      for (let n = 0; n < 5; n++) await guess('viewer', n, `192.0.2.${n}`);
      expect((await signIn(api, 'viewer', { address: '192.0.2.200' })).status).toBe(429);
    } finally {
      api.deps.settings.clientIpHeader = 'cf-connecting-ip';
    }
  });
});
