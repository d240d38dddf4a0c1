import { type ComponentType, lazy, Suspense } from 'react';

/** After so long the page that opens the part has drawn what it shows. */
const FETCH_AFTER_MS = 4_000;

/**
 * A part of a page that is seen only after a press, such as a dialog: its code is left out of what the page waits for, and fetched once the page has
 * been there for a while or when the part is first drawn. Nothing is drawn while its code is on the way. Call it beside the page's component, not in it.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  // A failure is shown when the part is drawn.
  setTimeout(() => void load().catch(() => undefined), FETCH_AFTER_MS);
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
