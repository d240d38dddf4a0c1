import { expect, it } from 'vitest';
import { lazyPart, waitForLazyParts } from '../../../web/layout/lazy-part.tsx';

it('waits for the parts of a page that are seen at once, those that come meanwhile too, and not for one that cannot be fetched', async () => {
  const loaded: string[] = [];
  const fetchSlowly = (name: string, then?: () => void) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    loaded.push(name);
    then?.();
    return () => null;
  };
  const options = { isSeenAtOnce: true };
  lazyPart(
    fetchSlowly('charts', () => lazyPart(fetchSlowly('trend'), options)),
    options,
  );
  lazyPart(() => Promise.reject(new Error('no connection')), options);
  await waitForLazyParts();
  expect(loaded).toEqual(['charts', 'trend']);
});
