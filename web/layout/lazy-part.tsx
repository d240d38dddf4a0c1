import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createStore, type Store, useStore } from '../ui/hooks/store.ts';

/** The page that opens the part has drawn its content after this long. */
const FETCH_AFTER_MS = 4_000;

/** Those that are seen at once, while their code is on the way. */
const coming = new Set<Promise<unknown>>();

interface LazyPartOptions<Props> {
  /** Its code is fetched beside the page's own instead of after it. */
  isSeenAtOnce?: boolean;
  /** What stands in its place while its code is on the way; nothing by default. */
  placeholder?: (props: Props) => ReactNode;
}

/** Resolves once every part that is seen at once, of the pages that are there, has its code or has failed. */
export async function waitForLazyParts(): Promise<void> {
  while (coming.size > 0) await Promise.all(coming);
}

function noteComing(part: Promise<unknown>): void {
  coming.add(part);
  void part.finally(() => coming.delete(part));
}

/**
 * A part of a page whose code the page does not wait for: what is seen only after a press, such as a dialog, is fetched once the page has been there for
 * a while, or when it is first drawn. Unlike React's own `lazy`, a part that is there is drawn at once, and one that comes does not wait for the
 * 300 ms that React leaves between two boundaries. Call it beside the page's component, not in it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSeenAtOnce = false, placeholder = () => null }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    loaded ??= await load();
    return loaded;
  };
  // A failure is shown when the part is drawn.
  const fetchEarly = () => fetchPart().catch(() => undefined);
  if (isSeenAtOnce) noteComing(fetchEarly());
  else setTimeout(fetchEarly, FETCH_AFTER_MS);

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when the file of its page is read, as with React's own lazy().
  return function LazyPart(props: Props) {
    const [state, setState] = useState<{ Part?: ComponentType<Props> | undefined; error?: unknown }>({ Part: loaded });
    useEffect(() => {
      if (state.Part) return;
      fetchPart().then(
        (Part) => setState({ Part }),
        (error: unknown) => setState({ error }),
      );
    }, [state.Part]);
    if ('error' in state) throw state.error;
    return state.Part ? <state.Part {...props} /> : placeholder(props);
  };
}

/**
 * What a press opens above a page, such as the row that a dialog is about; null for nothing. Kept outside the page's component, so that opening and
 * closing draws nothing of the page again: `Opened` watches it.
 */
export function useOpened<T>(): Store<T | null> {
  return useState(() => createStore<T | null>(null))[0];
}

/** Draws what is opened. */
export function Opened<T>({ by, children }: { by: Store<T | null>; children: (opened: T, close: () => void) => ReactNode }) {
  const opened = useStore(by);
  return opened !== null && children(opened, () => by.set(null));
}
