import { expect, it } from 'vitest';
import { pages } from '../../../web/routes.tsx';
import { oneOf } from '../../../worker/contracts/text.ts';

it('calls what an English page adds by one of it', () => {
  const added = pages.filter(({ verb }) => verb === 'add').map(({ title }) => (typeof title === 'string' ? title : oneOf(title.en)));
  const expected = [
    ...['company', 'construction', 'contractor', 'customer', 'department', 'department group', 'formula base point', 'formula result'],
    ...['indirect', 'indirect note', 'job', 'manual adjustment', 'mistake', 'position', 'pro', 'pro factor', 'rule scenario'],
    ...['scale factor (坪)', 'standard', 'user', 'work category', 'worked example'],
  ];
  expect(added.sort()).toEqual(expected);
});
