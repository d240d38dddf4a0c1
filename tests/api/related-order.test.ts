import { expect, it } from 'vitest';
import { openApi } from '../support/api.ts';

it.each([
  ['standards', 'customers.name', 'customer.name'],
  ['rule_cases', 'customers.name', 'customer.name'],
  ['users', 'departments.name', 'department.name'],
  ['department_groups', 'departments.name', 'department.name'],
])('%s is sorted by %s as by %s', async (entity, named, key) => {
  const api = await openApi();
  for (const order of [named, key]) {
    const { status } = await api.call('GET', `${entity}?order_by=${order} DESC&limit=50`, { as: api.people.admin });
    expect(status, order).toBe(200);
  }
  expect((await api.call('GET', `${entity}?order_by=nothing.name`, { as: api.people.admin })).status).toBe(422);
  api.close();
});
