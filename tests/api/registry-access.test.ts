import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityName } from '../../worker/contracts/contracts.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

const PEOPLE = ['admin', 'writer', 'checked', 'viewer', 'none'] as const;
const LETTERS: Record<(typeof PEOPLE)[number], string> = { admin: 'A', writer: 'W', checked: 'K', viewer: 'V', none: '-' };

/** Admin, Writer, Checked (K), Viewer, and somebody signed in without a role (-); null: the entity has no such call. */
interface Rights {
  read: string;
  create: string;
  update: string;
  delete: string;
  export: string | null;
  check: string | null;
}

const ALL = 'AWKV-';
const WORK: Rights = { read: 'AWKV', create: 'AWK', update: 'AWK', delete: 'AWK', export: 'AWK', check: 'AWK' };
const RATING: Rights = { read: 'AWKV', create: 'AWK', update: 'AW', delete: 'AWK', export: 'AWKV', check: 'AWK' };
const REFERENCE: Rights = { read: ALL, create: 'AWK', update: 'AWK', delete: 'AWK', export: 'AWK', check: null };
const ORGANISATION: Rights = { ...REFERENCE, delete: 'A' };
const LOOKUP: Rights = { read: ALL, create: 'A', update: 'A', delete: 'A', export: null, check: null };

/** The rights, written down a second time: a change of rights has to be meant twice. Reference lists need no row. */
const OWN_RIGHTS: Partial<Record<EntityName, Rights>> = {
  users: ORGANISATION,
  departments: ORGANISATION,
  department_groups: ORGANISATION,
  roles: LOOKUP,
  positions: LOOKUP,
  companies: LOOKUP,
  directs: WORK,
  directs_techousei: WORK,
  pro: RATING,
  indirects: RATING,
  mistakes: { ...RATING, delete: 'A', check: null },
  rule_scenarios: { ...LOOKUP, read: 'A' },
};

const BY_VERB = {
  list: (rights: Rights) => rights.read,
  get: (rights: Rights) => rights.read,
  create: (rights: Rights) => rights.create,
  update: (rights: Rights) => rights.update,
  delete: (rights: Rights) => rights.delete,
  export: (rights: Rights) => rights.export,
  check: (rights: Rights) => rights.check,
};

describe.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))('$name', ({ name, contract }) => {
  const rights = OWN_RIGHTS[name as EntityName] ?? REFERENCE;
  let api: TestApi;
  let id: number;
  beforeAll(async () => {
    api = await openApi();
    await fillReferences(api);
    const created = await api.call('POST', name, { as: api.people.admin, body: makeSample(contract, 1) });
    expect(created.body.messages).toBeUndefined();
    // One that staff may see: of their own department.
    const own: Record<string, number> = { departments: 1, department_groups: 1, users: api.people.viewer.id };
    id = own[name] ?? created.body.data.id;
  });
  afterAll(() => api.close());

  /** Calls that fail on purpose where they are allowed: the refusal must win over validation and over not-found. */
  const calls = (): [verb: keyof typeof BY_VERB, method: string, path: string, allowed: number, body?: unknown][] => [
    ['list', 'GET', '', 200],
    ['list', 'GET', '?nope=1', 422],
    ['list', 'GET', '?order_by=nope', 422],
    ['get', 'GET', `/${id}`, 200],
    ['get', 'GET', '/999999', 404],
    ['get', 'GET', '/abc', 422],
    ['create', 'POST', '', 422, {}],
    ['create', 'POST', '', 400, '{'],
    ['update', 'PUT', '/999999', 404, {}],
    ['update', 'PUT', '/abc', 422, {}],
    ['update', 'PUT', `/${id}`, 422, { version: 'x' }],
    ['update', 'POST', '/999999', 404, { _method: 'PUT' }],
    ['delete', 'DELETE', '/999999', 404],
    ['delete', 'DELETE', '/0', 422],
    ['delete', 'POST', '/deleteByIds', 422, { ids: 'all' }],
    ['delete', 'POST', '/deleteByIds', 404, { ids: [999_999] }],
    ['export', 'GET', '/export', 200],
    ['export', 'GET', '/export?nope=1', 422],
    ['check', 'POST', '/checked', 422, {}],
    ['check', 'POST', '/checked', 404, { id: 999_999, is_checked: 1 }],
  ];

  it.each(PEOPLE)('lets %s do what the table of rights says and nothing else', async (person) => {
    for (const [verb, method, path, allowed, body] of calls()) {
      const granted = BY_VERB[verb](rights);
      if (granted === null) continue;
      const { status, body: answer } = await api.call(method, name + path, {
        as: api.people[person],
        body,
        headers: { 'content-type': 'application/json' },
      });
      const expected = granted.includes(LETTERS[person]) ? allowed : 403;
      expect(status, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(expected);
      if (expected === 403) expect(answer).toMatchObject({ code: 'forbidden', message: 'Bạn không có quyền sử dụng chức năng này' });
    }
  });

  it('has no call that the table leaves out', async () => {
    // Where there is no such call, its name is read as an id, which it is not.
    if (rights.export === null) expect((await api.call('GET', `${name}/export`, { as: api.people.admin })).status).toBe(422);
    if (rights.check === null) {
      expect((await api.call('POST', `${name}/checked`, { as: api.people.admin, body: { id, is_checked: 1 } })).status).toBeOneOf([
        404, 422,
      ]);
    }
  });
});
