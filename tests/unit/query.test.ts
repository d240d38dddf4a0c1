import { describe, expect, it } from 'vitest';
import { mistakes } from '../../worker/contracts/entities/mistakes.ts';
import { parseListQuery } from '../../worker/crud/query.ts';
import type { Resource } from '../../worker/crud/resource.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { AppError } from '../../worker/platform/errors.ts';
import { directsResource } from '../../worker/resources/directs.ts';
import { usersResource } from '../../worker/resources/users.ts';

const ASKED = { lang: 'vi', clock: createClock() } as const;

function messages(params: string, resource: Pick<Resource, 'contract'> = directsResource, scope = {}) {
  try {
    parseListQuery(resource, new URLSearchParams(params), { ...ASKED, lang: 'en' }, scope);
  } catch (error) {
    if (error instanceof AppError) return error.options.messages;
    throw error;
  }
  return undefined;
}

const parse = (params: string) => parseListQuery(directsResource, new URLSearchParams(params), ASKED);

describe('the parameters of a list', () => {
  it('have the first ten rows in the order of the entity as their default', () => {
    expect(parse('')).toEqual({ page: 1, limit: 10, order: { column: 'name', descending: false }, filters: [], sums: false });
    expect(parse('page=&limit=&order_by=&name__~=&customer_id=%20')).toEqual(parse(''));
  });

  it.each([
    ['name ASC', 'name', false],
    ['name DESC', 'name', true],
    ['id asc', 'id', false],
    ['henkyaku_hi', 'henkyaku_hi', false],
    ['  TSUBOSUU   Desc ', 'tsubosuu', true],
  ])('understand the order «%s»', (text, column, descending) => {
    expect(parse(`order_by=${encodeURIComponent(text)}`).order).toEqual({ column, descending });
  });

  it.each(['name ASC, id', 'name;', 'name UP', 'users.password', 'bikou', '1', 'name--'])('refuse the order «%s»', (text) => {
    expect(Object.keys(messages(`order_by=${encodeURIComponent(text)}`)!)).toEqual(['order_by']);
  });

  it('read values by the kind of their field', () => {
    const values = (params: string) => parse(params).filters.map(({ value }) => value);
    expect(values('customer_id=7&tsubosuu__ge=35.5&is_checked=1&henkyaku_hi=2026-1-5')).toEqual([7, 35.5, 1, '2026-01-05']);
    expect(values('created_at__ge=2026-1-5&created_at__le=2026-01-05')).toEqual(['2026-01-05 00:00:00', '2026-01-05 23:59:59']);
    expect(values('updated_at__ge=2026/1/5 08:00:00')).toEqual(['2026-01-05 08:00:00']);
    expect(messages('updated_at__ge=2026-01-05 25:00:00')).toHaveProperty('updated_at__ge');
    expect(values(`name__~=${encodeURIComponent('  Đức ')}`)).toEqual(['Đức']);
    expect(values('tsubosuu__le=.5&result_design_point__ge=-2')).toEqual([0.5, -2]);
  });

  it('are refused all at once, each by its name', () => {
    expect(messages('page=0&limit=99999&order_by=x&customer_id=abc&nope=1&henkyaku_hi=2026-02-30&is_checked=2')).toEqual({
      page: 'page must be between 1 and 1000000',
      limit: 'limit must be between 1 and 50000',
      order_by: 'Cannot sort by «x»',
      customer_id: 'Customer must be a positive integer',
      nope: 'There is no parameter «nope»',
      henkyaku_hi: 'Return date must be a real date, as yyyy/MM/dd',
      is_checked: 'Checked must be one of: 0, 1',
    });
  });

  it.each(['0', '00', '01', '-1', '1.5'])('take no «%s» for an id', (text) => {
    const names = ['id', 'customer_id', 'person_id', 'department_groups__id', 'ids', 'user_ids'];
    expect(Object.keys(messages(names.map((name) => `${name}=${text}`).join('&'))!)).toEqual(names);
    expect(messages(`ids=5,${text}`)).toHaveProperty('ids');
  });

  it('take no value that a field of choices cannot have', () => {
    expect(messages('upsert_by=3')).toEqual({ upsert_by: 'Origin must be one of: 0, 1, 2' });
    expect(messages('detect_by=X', { contract: mistakes })).toEqual({ detect_by: 'Detected by must be one of: T, N' });
    expect(messages('upsert_by=2')).toBeUndefined();
    expect(messages('detect_by=N', { contract: mistakes })).toBeUndefined();
  });

  it('are sent once each: a list costs no more than the filters it has', () => {
    expect(messages('name__~=a&name__~=b&page=1&page=2')).toEqual({
      'name__~': 'The parameter «name__~» may be sent once only',
      page: 'The parameter «page» may be sent once only',
    });
  });

  it.each(['1e5', '0x10', 'Infinity', 'NaN', '1,5', '--1', '12345678901234567890', '1 OR 1=1'])('take no «%s» for a number', (text) => {
    expect(Object.keys(messages(`tsubosuu=${encodeURIComponent(text)}`)!)).toEqual(['tsubosuu']);
    expect(Object.keys(messages(`customer_id=${encodeURIComponent(text)}`)!)).toEqual(['customer_id']);
  });

  it('take no text that cannot be stored or is endless', () => {
    expect(Object.keys(messages('name__~=a%00b')!)).toEqual(['name__~']);
    expect(Object.keys(messages(`name__~=${'x'.repeat(501)}`)!)).toEqual(['name__~']);
  });

  it('hide what the person may not see: it can be neither filtered nor sorted by', () => {
    const scope = { fields: ['id', 'name', 'code', 'department_id'] };
    expect(messages('name__~=a&order_by=name DESC', usersResource, scope)).toBeUndefined();
    expect(messages('email__~=a', usersResource, scope)).toEqual({ 'email__~': 'There is no parameter «email__~»' });
    expect(messages('order_by=email', usersResource, scope)).toEqual({ order_by: 'Cannot sort by «email»' });
    expect(Object.keys(messages('password=x', usersResource)!)).toEqual(['password']);
  });
});
