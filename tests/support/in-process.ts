import type { Client } from '@libsql/client';
import { createApp } from '../../worker/app.ts';
import { consume } from '../../worker/consumer.ts';
import { createClock } from '../../worker/platform/clock.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { createTestDeps } from './api.ts';
import { openFileDatabase } from './file-database.ts';
import { type QueuedSite, TEST_JWT_SECRET } from './stack.ts';

const MAX_ATTEMPTS = 4;

interface InProcessOptions {
  /** Runs against the migrated database, to put rows in. */
  prepare: (client: Client) => Promise<void>;
  /** Added to the clock. */
  clockShiftMs?: number;
}

/**
 * The API, its queue and its crons in this process over a database file. A message is handled after the one before it, as in a deployment, and a failed
 * one comes again at once. What breaks connections, kills processes or measures memory needs a stack.
 */
export async function startInProcess({ prepare, clockShiftMs = 0 }: InProcessOptions): Promise<QueuedSite> {
  const { client, close } = await openFileDatabase();
  await prepare(client);
  const clock = createClock(() => Date.now() + clockShiftMs);
  let handled = Promise.resolve();
  const take = (body: unknown, attempts = 1): void => {
    handled = handled.then(async () => {
      const { retryMessages } = await deliver([body], attempts > MAX_ATTEMPTS ? 'tensu-jobs-dead' : 'tensu-jobs', attempts);
      if (retryMessages.length > 0) take(body, attempts + 1);
    });
  };
  const jobs = {
    send: async (message: JobMessage) => take(message),
    sendBatch: async (messages: JobMessage[]) => {
      for (const message of messages) take(message);
    },
  };
  const deps = createTestDeps(client, { clock, jobs, secret: TEST_JWT_SECRET });
  const deliver: QueuedSite['deliver'] = async (bodies, queue = 'tensu-jobs', attempts = 1) => {
    const acknowledged = new Set<string>();
    const retried: { msgId: string }[] = [];
    const messages = bodies.map((body) => {
      const id = crypto.randomUUID();
      const ack = () => void acknowledged.add(id);
      return {
        id,
        timestamp: new Date(),
        body,
        attempts,
        metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } },
        ack,
        retry: () => void retried.push({ msgId: id }),
      };
    });
    await consume(deps, { queue, messages });
    return { outcome: 'ok', retryMessages: retried, explicitAcks: [...acknowledged], ackAll: false, retryBatch: { retry: false } };
  };
  const app = createApp(deps);
  return {
    client,
    now: clock.now,
    fetch: async (path, init) => app.request(path, init),
    dispatchCron: async (cron) => {
      await runSchedule(deps, cron);
      return 'ok';
    },
    send: async (message, times = 1) => {
      for (let n = 0; n < times; n += 1) take(message);
    },
    deliver,
    files: async () => deps.files,
    close: async () => {
      await handled;
      await close();
    },
  };
}
