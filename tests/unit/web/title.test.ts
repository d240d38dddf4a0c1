import { expect, it } from 'vitest';
import { oneOf } from '../../../web/layout/title.ts';
import { pages } from '../../../web/routes.tsx';

it('calls what an English page adds by one of it', () => {
  const added = pages.filter(({ verb }) => verb === 'add').map(({ title }) => (typeof title === 'string' ? title : oneOf(title.en)));
  const expected = [
    ...['company', 'construction', 'contractor', 'customer', 'department', 'department group', 'formula base point', 'formula result'],
    ...['indirect', 'indirect note', 'job', 'manual adjustment', 'mistake', 'position', 'pro', 'pro factor', 'rule scenario'],
    ...['scale factor (坪)', 'standard', 'user', 'work category', 'worked example'],
  ];
  expect(added.sort()).toEqual(expected);
});
