import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client would
let document: any;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
  document = (await api.call('GET', 'openapi.json', { as: api.people.viewer })).body;
});

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The schema of an answer with the components that it names, for a validator. */
function answerSchema(method: string, path: string, status: number) {
  const { responses } = document.paths[path][method];
  const response = responses[status] ?? responses.default;
  const { schema } = (response.$ref ? document.components.responses.Error : response).content['application/json'];
  const { schemas } = document.components;
  return z.fromJSONSchema(JSON.parse(JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')));
}

describe('the OpenAPI document', () => {
  it('is one of version 3.1, for who is signed in', async () => {
    expect({ openapi: document.openapi, servers: document.servers }).toEqual({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
    expect((await api.call('GET', 'openapi.json')).status).toBe(401);
  });

  it('has every route, and only routes', () => {
    const routes = api.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'));
    const served = routes.map(
      ({ method, path }) => `${method.toLowerCase()} ${path.slice('/api/v1'.length).replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.filter((call) => !METHODS.includes(call.split(' ')[0]!))).toEqual([]);
    expect([...new Set(described)].sort()).toEqual([...new Set(served)].sort());
  });

  it('names each operation once, and only schemas that it has', () => {
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, kind = '', name = '']) => !document.components[kind]?.[name])).toEqual([]);
  });

  it.each(RESOURCES.map(({ contract }, index) => ({ name: contract.name, contract, n: 6 + 2 * index })))(
    'says what $name answers',
    async ({ name, contract, n }) => {
      const as = api.people.admin;
      const made = await api.call('POST', name, { as, body: makeSample(contract, n) });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { id } = made.body.data;
      const answers = [
        { method: 'post', path: `/${name}`, answer: made },
        { method: 'get', path: `/${name}`, answer: await api.call('GET', `${name}?limit=5`, { as }) },
        { method: 'get', path: `/${name}/{id}`, answer: await api.call('GET', `${name}/${id}`, { as }) },
        { method: 'get', path: `/${name}/{id}`, answer: await api.call('GET', `${name}/987654`, { as }) },
        { method: 'post', path: `/${name}`, answer: await api.call('POST', name, { as, body: {} }) },
        { method: 'get', path: `/${name}`, answer: await api.call('GET', name) },
        { method: 'delete', path: `/${name}/{id}`, answer: await api.call('DELETE', `${name}/${id}`, { as }) },
      ];
      for (const { method, path, answer } of answers) {
        const parsed = answerSchema(method, path, answer.status).safeParse(answer.body);
        expect(parsed.success, `${method} ${path} ${answer.status}: ${parsed.error?.message}`).toBe(true);
      }
    },
  );

  it('says what a call takes: files as parts of a form, the format of a feed, whose history it is, and how rules are changed', () => {
    const parametersOf = (path: string, method = 'get'): string[] =>
      (document.paths[path][method].parameters ?? []).map(
        ({ name, required }: { name: string; required: boolean }) => name + (required ? '*' : ''),
      );
    for (const [path, file] of [
      ['/directs/import', 'file'],
      ['/me/avatar', 'avatar'],
      ['/upload', 'upload'],
    ] as const) {
      const { schema } = document.paths[path].post.requestBody.content['multipart/form-data'];
      expect(schema.properties[file], path).toEqual({ type: 'string', format: 'binary' });
      expect(schema.required).toEqual([file]);
    }
    const form = document.paths['/directs/import'].post.requestBody.content['multipart/form-data'].schema;
    expect(Object.keys(form.properties)).toEqual([
      'file',
      'mode',
      'sheet',
      'dry_run',
      'create_missing',
      'mapping',
      'ask_headings',
      'accept_broken',
    ]);
    const feeds = ['/directs/export', '/totals/export', '/total_customers/export', '/home/export', '/views/{id}/export', '/export/excel'];
    for (const path of feeds) expect(parametersOf(path), path).toContain('format');
    expect(parametersOf('/export/excel')).toContain('entity*');
    expect(parametersOf('/customers_history')).toEqual(['customer_id*', 'page', 'limit']);
    expect(parametersOf('/directs_techousei_history')).toEqual(['direct_id*', 'page', 'limit']);
    expect(parametersOf('/standards/{id}', 'delete')).toEqual(['id*', 'accept_broken', 'X-Scenario', 'X-Question']);
    expect(parametersOf('/customers/{id}', 'delete')).toEqual(['id*', 'X-Question']);
    expect(parametersOf('/customers/{id}')).toEqual(['id*']);
    for (const path of ['/crawls', '/crawls/{id}/skipped', '/crawl_waiting', '/get_customer_by_user', '/directs/points'])
      expect(parametersOf(path), path).toEqual(expect.arrayContaining(['page', 'limit', 'order_by']));
    expect(parametersOf('/operations/{id}/undo', 'post')).toEqual(['id*', 'accept_broken', 'X-Question']);
    const undo = document.paths['/operations/{id}/undo'].post.requestBody;
    expect(undo.required).toBe(false);
    expect(Object.keys(undo.content['application/json'].schema.properties)).toEqual(['accept_broken']);
    expect(parametersOf('/tsubos/bulk', 'post')).toEqual(['accept_broken', 'X-Question']);
    expect(parametersOf('/auth/login', 'post')).toEqual([]);
    const { schema } = document.paths['/tsubos'].post.requestBody.content['application/json'];
    expect(schema.properties.accept_broken).toEqual({ type: 'boolean' });
    // What has nothing to say but its address has no body.
    const bodiless = Object.entries<Record<string, { requestBody?: object }>>(document.paths).flatMap(([path, operations]) =>
      ['post', 'put'].filter((method) => operations[method] && !operations[method].requestBody).map(() => path),
    );
    expect(bodiless.filter((path) => !/\/(cancel|publish|settle|repeat|accept|undo|discard)$/.test(path))).toEqual([
      '/auth/refresh-tokens',
      '/auth/logout',
      '/crawl_push/{secret}',
      '/first_steps/rules',
    ]);
  });

  it('refuses an answer that lacks a member or has another kind of value', () => {
    const schema = answerSchema('get', '/positions/{id}', 200);
    const row = { id: 1, version: 1, created_at: null, updated_at: null, name: 'Nhân viên' };
    const rows = [row, { ...row, version: undefined }, { ...row, name: 5 }, {}];
    expect(rows.map((data) => schema.safeParse(JSON.parse(JSON.stringify({ data }))).success)).toEqual([true, false, false, false]);
  });
});
