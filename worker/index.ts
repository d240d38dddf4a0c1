import type { ExportedHandler } from '@cloudflare/workers-types';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';
import { depsOf, type Env } from './env.ts';
import { consume } from './jobs/consumer.ts';
import type { JobMessage } from './jobs/messages.ts';
import { onCron } from './jobs/schedule.ts';

let deps: Deps | undefined;
let app: ReturnType<typeof createApp> | undefined;

export default {
  fetch(request, env, context) {
    deps ??= depsOf(env);
    app ??= createApp(deps);
    return app.fetch(request as never, env, context as never) as never;
  },
  async queue(batch, env) {
    deps ??= depsOf(env);
    await consume(deps, batch);
  },
  async scheduled(controller, env) {
    deps ??= depsOf(env);
    await onCron(deps, controller.cron);
  },
} satisfies ExportedHandler<Env, JobMessage>;
