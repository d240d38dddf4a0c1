import { expect, it } from 'vitest';
import { pages } from '../../../web/routes.tsx';
import { oneOf } from '../../../worker/contracts/text.ts';

it('calls what an English page adds by one of it', () => {
  const added = pages.filter(({ verb }) => verb === 'add').map(({ title }) => (typeof title === 'string' ? title : oneOf(title.en)));
  expect(added).toEqual(
    expect.arrayContaining(['company', 'customer', 'indirect', 'scale factor (坪)', 'work category', 'worked example']),
  );
  expect(added.filter((name) => /s(?: \(.*\))?$/.test(name))).toEqual([]);
});
