/** What this test file opened and has not closed yet, in the order of opening. */
const open = new Set<() => Promise<void>>();

/** The given closing, to be done once: by whoever calls it, or else at the end of the test file. */
export function closeAtEnd(close: () => Promise<void>): () => Promise<void> {
  const closeOnce = async () => {
    if (open.delete(closeOnce)) await close();
  };
  open.add(closeOnce);
  return closeOnce;
}

/** Closes what the test file left open, what was opened last first; throws the first failure once all of it is closed. */
export async function closeAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of [...open].reverse()) await close().catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}
