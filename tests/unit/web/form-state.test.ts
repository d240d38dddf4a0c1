import { expect, it } from 'vitest';
import { findConflictingFields, isAlreadySaved } from '../../../web/crud/form/form-state.ts';
import { directs } from '../../../worker/contracts/entities/directs.ts';

const image = (signature: string) => `<p>a</p><img src="/api/v1/files/${'ab'.repeat(32)}.png?signed=${signature}" />`;

it('two addresses of one image are the same text: nothing is in conflict, and a saved change counts as saved', () => {
  const [mine, theirs] = [image(`1795000000.${'a'.repeat(43)}`), image(`1795021600.${'b'.repeat(43)}`)];
  expect(findConflictingFields(directs, { description: mine }, { description: theirs })).toEqual([]);
  expect(findConflictingFields(directs, { description: mine }, { description: `${theirs}x` })).toEqual(['description']);
  expect(isAlreadySaved(directs, { description: mine, version: 1 }, { id: 1, version: 2, description: theirs })).toBe(true);
});
