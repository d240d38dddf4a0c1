import type { Deps } from '../deps.ts';

const HEARTBEAT_MS = 5000;

/**
 * Renews a lease from time to time, but never while a write of the step is under way: the database takes a long transaction away from
 * its writer when another write waits for it.
 */
export function startHeartbeat(deps: Deps, renew: () => Promise<unknown>): { deps: Deps; stop: () => void } {
  let writes = 0;
  const timer = setInterval(() => {
    if (writes > 0) return;
    renew().catch(() => undefined);
  }, HEARTBEAT_MS);
  const db: Deps['db'] = {
    read: (...args) => deps.db.read(...args),
    write: async (...args) => {
      writes += 1;
      return deps.db.write(...args).finally(() => {
        writes -= 1;
      });
    },
  };
  return { deps: { ...deps, db }, stop: () => clearInterval(timer) };
}
