import { waitUntil } from 'cloudflare:workers';
import { createApp } from './app.ts';
import { consume } from './consumer.ts';
import { createDeps, type Env, type WorkerDeps } from './env.ts';
import type { JobMessage } from './platform/queue/messages.ts';
import { runSchedule } from './schedule.ts';

let deps: WorkerDeps | undefined;
let app: ReturnType<typeof createApp> | undefined;

export default {
  fetch(request, env, context) {
    deps ??= createDeps(env, waitUntil);
    app ??= createApp(deps);
    return app.fetch(request, env, context);
  },
  async queue(batch, env) {
    deps ??= createDeps(env, waitUntil);
    await consume(deps, batch).finally(deps.closeIdleStreams);
  },
  async scheduled(controller, env) {
    deps ??= createDeps(env, waitUntil);
    await runSchedule(deps, controller.cron).finally(deps.closeIdleStreams);
  },
} satisfies ExportedHandler<Env, JobMessage>;
