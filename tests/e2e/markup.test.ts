import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDED } from '../../web/features/history/recorded.ts';
import type { Contract } from '../../worker/contracts/contract.ts';
import { directsTechousei } from '../../worker/contracts/entities/directs_techousei.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { ATTACKS } from '../support/markup-attacks.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

/** A name of a role is what rights hang on. */
const LEFT_ALONE = ['roles', 'directs_techousei', 'rule_cases', 'rule_scenarios'];

interface Attacked {
  contract: Contract;
  id: number;
  /** The number of its texts that took an attack as they are. */
  texts: number;
}

interface Answer {
  data?: unknown;
  message?: string;
  messages?: Record<string, string>;
}

let story: Story;
let admin: Person;
const strangers: string[] = [];
const attacked: Attacked[] = [];

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
  for (const fold of ['direct.notes', 'direct.building', 'direct.source', 'standard.more', 'scenario']) await admin.unfold(fold);
  admin.context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:/.test(protocol) && origin !== story.stack.url) strangers.push(request.url());
  });
});
afterAll(() => story?.close());

it('takes markup into every text that may hold any characters', async () => {
  const { access_token: token } = await call<{ access_token: string }>('POST', 'auth/login', '', {
    username: 'admin',
    password: 'Tensu-2026',
  });
  let next = 0;
  for (const { contract } of RESOURCES.filter(({ contract }) => !LEFT_ALONE.includes(contract.name))) {
    const open = contract.fields.is_checked ? '&is_checked=0' : '';
    const list = await call<{ data: { id: number }[] }>('GET', `${contract.name}?limit=1&order_by=id ASC${open}`, token);
    const { id } = list.data[0]!;
    const texts = Object.entries(contract.fields).filter(([, field]) => field.kind === 'text' && !field.readonly && !field.secret);
    const body = Object.fromEntries(texts.map(([name, { max = 255 }]) => [name, attackWithin(max, () => next++)]));
    for (let saved = false; !saved && Object.keys(body).length > 0; ) {
      const { data, messages, message } = await call<Answer>('PUT', `${contract.name}/${id}`, token, body);
      expect(data ?? messages, `${contract.name}: ${message}`).toBeDefined();
      saved = data !== undefined;
      for (const name of Object.keys(messages ?? {})) delete body[name];
    }
    attacked.push({ contract, id, texts: Object.keys(body).length });
  }
  expect(attacked.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(ATTACKS.length);
});

it('shows it as words in every list and form', async () => {
  const { page } = admin;
  const directs = attacked.find(({ contract }) => contract.name === 'directs')!;
  for (const { contract, id, texts } of [...attacked, { ...directs, contract: directsTechousei }]) {
    const path = pathOf(contract);
    if (!path) continue;
    await admin.visit(`${path}?id=${id}`);
    await admin.row('').first().waitFor();
    await admin.visit(`${path}/${id}/view`);
    await page.locator('main form').waitFor();
    if (texts === 0) continue;
    const values = () =>
      page.locator('main form :is(input, textarea)').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(async () => (await values()).filter((value) => value.includes('<')).length).toBeGreaterThan(0);
  }
});

it('shows it as words in the histories, the totals and the charts', async () => {
  const { page } = admin;
  await admin.go('/history?limit=50');
  const rows = admin.row('').filter({ has: page.getByRole('button', { name: /^Xem thay đổi/ }) });
  await rows.first().waitFor();
  for (let left = await rows.count(); left > 0; left -= 1) {
    const button = admin
      .row('')
      .getByRole('button', { name: /^Xem thay đổi/ })
      .nth(left - 1);
    await button.click();
    await page.getByRole('button', { name: /^Xem thay đổi/, expanded: true }).waitFor();
    await button.click();
  }
  for (const path of ['/customers', '/directs-techousei']) {
    const of = attacked.find(({ contract }) => pathOf(contract) === path || (contract.name === 'directs' && path !== '/customers'))!;
    await admin.visit(`${path}?id=${of.id}`);
    await admin.button('Lịch sử').first().click();
    await admin.dialog('Lịch sử').getByRole('listitem').first().waitFor();
  }
  for (const [path, whole] of [
    ['/home', 'canvas'],
    ['/home?tab=department', 'canvas'],
    ['/total', '.data-table tfoot'],
    ['/total-customer', '.data-table tfoot'],
    ['/users/profile', 'main form'],
  ] as const) {
    await admin.visit(path);
    await page.locator(whole).first().waitFor();
  }
  expect(strangers).toEqual([]);
  await admin.close();
});

const pathOf = ({ name }: Contract) => (name === 'directs_techousei' ? '/directs-techousei' : RECORDED[name.replaceAll('-', '_')]?.path);

/** The next attack that a text of this length takes whole. */
function attackWithin(max: number, next: () => number): string {
  for (;;) {
    const attack = ATTACKS[next() % ATTACKS.length]!;
    if (attack.length <= max) return attack;
  }
}

async function call<Body>(method: string, path: string, token: string, body?: unknown): Promise<Body> {
  const answer = await story.stack.fetch(`/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Body;
}
