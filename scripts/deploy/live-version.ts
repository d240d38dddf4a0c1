import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 2000;

/** The versions that a site tells: of its API, and of the page that a browser gets. Undefined where it does not answer or tells none. */
export async function readLiveVersions(origin: string): Promise<{ api: string | undefined; page: string | undefined }> {
  const [health, page] = await Promise.all([readText(`${origin}/api/v1/healthz`), readText(`${origin}/`)]);
  return {
    api: /"version":"([^"]+)"/.exec(health ?? '')?.[1],
    page: /<meta name="version" content="([^"]+)"/.exec(page ?? '')?.[1],
  };
}

/**
 * Waits until API and page are of that version. Throws, saying what is served instead and how to go back: an upload that does nothing and
 * still ends well is found out here.
 */
export async function requireLiveVersion(
  origin: string,
  version: string,
  { maxWaitMs, goBack }: { maxWaitMs: number; goBack: string },
): Promise<void> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const { api, page } = await readLiveVersions(origin);
    if (api === version && page === version) return;
    if (Date.now() >= end) {
      const say = (found: string | undefined) => found ?? 'no version at all';
      throw new Error(
        `${origin} does not serve version ${version}: the API tells ${say(api)}, the page ${say(page)}. Deploy again once the cause is found.\n${goBack}`,
      );
    }
    await pause(Math.min(INTERVAL_MS, Math.max(end - Date.now(), 0)));
  }
}

async function readText(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), headers: { 'cache-control': 'no-cache' } });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
