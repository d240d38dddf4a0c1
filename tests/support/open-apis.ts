const open = new Set<() => Promise<void>>();

/** The given closing, to be done once: by whoever calls it, or else at the end of the test file. */
export function closeAtEnd(close: () => Promise<void>): () => Promise<void> {
  const closeOnce = async () => {
    if (open.delete(closeOnce)) await close();
  };
  open.add(closeOnce);
  return closeOnce;
}

/** Closes what the test file left open. */
export async function closeAll(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
}
