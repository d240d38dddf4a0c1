import { beforeAll, expect, it } from 'vitest';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences } from '../support/samples.ts';

/** Whatever can be read is read by people of another department: nothing there tells what is not for them. */

/** What only a person, their department or the staff may know, each in a place of its own. */
const PRIVATE = ['secret-question', 'secret-answer', 'secret-view', 'secret-choice', 'secret-seen', 'secret-department', 'secret-group'];
const FOR_STAFF = ['secret-area', 'secret-code', 'secret.mail@tensu.test', '0912000111'];
/** What is made of the contracts alone. */
const SAME_FOR_ALL = /openapi|import-template/;
/** Each call gets those whose parameters it declares. */
const QUERIES = [
  ...['', 'year=2026&month=10', 'year=2026&month=10&kind=mistakes', 'year=2026&month=10&with=2026-11', 'year=2026&month=10&dept_id=2'],
  ...['year=2026&month=10&key=same_person', 'year=2026&month=10&dept_grp_id=2', 'exc_start_time=2026-10-01&exc_end_time=2026-11-30'],
  ...['q=secret', 'month=2026-10', 'entity=directs', 'entity=users', 'customer_id=1', 'direct_id=1', 'with_jobs=1', 'is_department=1'],
];

let api: TestApi;
let answerer: Person;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
  const { admin, checked, none } = api.people;
  answerer = checked;
  await api.client.batch([
    "UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE username IN ('checked', 'none')",
    "UPDATE users SET area = 'secret-area', employee_code = 'secret-code', email = 'secret.mail@tensu.test', phone_number = '0912000111' WHERE username = 'none'",
    "UPDATE departments SET note = 'secret-department' WHERE id = 2",
    "UPDATE department_groups SET note = 'secret-group' WHERE id = 2",
  ]);
  const both = { user_id: none.id, chekkusha_id: none.id, customer_id: 1, work_category_id: 1, dept_id: 2, dept_grp_id: 2 };
  const sizes = { tsubosuu: 10, complex_factor: 1, complex_point: 1, sagyou_jikan: 1, chekkku_jikan: 1 };
  const month = { year: 2026, month: 10 };
  await write('directs', checked, { name: 'J', bukkenmei: 'B', henkyaku_hi: '2026-10-05', ...both, ...sizes });
  await write('mistakes', checked, { user_id: none.id, mistake: 'm', point: 1, detect_by: 'T', rate_at: '2026-10-05' });
  await write('questions', none, { ...month, kind: 'total', text: 'secret-question' });
  await write('questions/1/answers', checked, { text: 'secret-answer' });
  await write('views', checked, { name: 'secret-view', entity: 'directs', shared: 'none', state: {} });
  expect((await api.call('PUT', 'me/preferences/x', { as: checked, body: { value: 'secret-choice' } })).status).toBe(200);
  const found = await api.call('GET', 'month-checklist/findings?year=2026&month=10&key=same_person', { as: checked });
  const { subject, value } = found.body.data[0];
  await write('month-checklist/seen', checked, { ...month, key: 'same_person', subject, value, note: 'secret-seen' });
  for (const status of [1, 0, 1]) await write('lock_and_unlock', admin, { ...month, status, reason: 'late' });
});

async function write(path: string, as: Person, body: object): Promise<void> {
  const answer = await api.call('POST', path, { as, body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(202);
}

function listPaths(): string[] {
  const ids = [1, api.people.none.id];
  const ofEntities = RESOURCES.flatMap(({ contract: { name } }) => [
    ...[name, `${name}?text__~=secret`, `${name}/export?format=csv`],
    ...ids.map((id) => `${name}/${id}`),
  ]);
  const ofCalls = CALLS.filter(({ method, path }) => method === 'GET' && !SAME_FOR_ALL.test(path)).flatMap(({ path, params = {} }) => {
    const queries = QUERIES.filter((query) => [...new URLSearchParams(query).keys()].every((name) => Object.hasOwn(params, name)));
    const places = path.includes('/:') ? ids.map((id) => path.replaceAll(/:\w+/g, String(id))) : [path];
    return places.flatMap((place) => queries.map((query) => `${place.slice(1)}?${query}`));
  });
  return [...ofEntities, ...ofCalls];
}

/** By each secret that is told, the answers that tell it. */
async function listTold(secrets: string[], as: Person): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  for (const path of listPaths()) {
    const { status, body } = await api.call('GET', path, { as });
    const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : JSON.stringify(body);
    expect(status, `${path}: ${text}`).toBeLessThan(500);
    for (const secret of secrets) if (status < 400 && text.includes(secret)) told[secret] = [...(told[secret] ?? []), path];
  }
  return told;
}

it('is told to nobody of another department', async () => {
  expect(await listTold(PRIVATE, api.people.writer)).toEqual({});
  expect(await listTold([...PRIVATE, ...FOR_STAFF], api.people.viewer)).toEqual({});
});

it('is told to who may know it: the secrets are where they are looked for', async () => {
  expect(Object.keys(await listTold([...PRIVATE, ...FOR_STAFF], answerer)).sort()).toEqual([...PRIVATE, ...FOR_STAFF].sort());
});
