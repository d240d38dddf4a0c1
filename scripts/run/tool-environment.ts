/** The environment for wrangler and vite: no prompts, no telemetry, no banner. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const quiet = {
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_WRITE_LOGS: 'false',
  };
  return { ...process.env, ...quiet };
}
