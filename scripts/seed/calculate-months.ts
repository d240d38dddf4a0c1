import type { Client } from '@libsql/client';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { startMonth } from '../../worker/features/calculation/start.ts';
import { createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { openFiles } from '../run/open-files.ts';

interface Options {
  /** YYYY-MM. */
  months: readonly string[];
  /** The day whose nightly calculation this is, YYYY-MM-DD. */
  today: string;
  /** The bucket for the rules; without one they are forgotten. */
  files?: R2Bucket | undefined;
}

/** Calculates months as the nightly run does: the same engine, its runs, history and rules files. */
export async function calculateMonths(client: Client, { months, today, files }: Options): Promise<void> {
  const own = files ? undefined : await openFiles();
  const started = Date.now();
  const night = Date.parse(`${today}T01:30:05+07:00`);
  // Leases need a clock that goes on; what is written is of one moment, so that the same day gives the same rows.
  const clock = { ...createClock(() => night), now: () => night + Date.now() - started };
  const queue: JobMessage[] = [];
  const deps: Deps = {
    db: createDatabase(() => client, clock.time),
    rowUse: { read: 0, written: 0 },
    dump: () => Promise.reject(new Error('The demo data is not dumped')),
    clock,
    files: files ?? own!.files,
    jobs: { send: async (message) => void queue.push(message), sendBatch: async (messages) => void queue.push(...messages) },
    queuedWork: [],
    crawlSource: createCrawlSource({}),
    mail: undefined,
    settings: {
      jwtSecrets: [],
      mailFrom: undefined,
      clientIpHeader: undefined,
      callsPerMinute: 600,
      googleClientId: undefined,
      facebookAppId: undefined,
      facebookAppSecret: undefined,
      version: 'seed',
    },
  };
  try {
    for (const month of months) {
      const { year, month: number } = yearMonthOf(month);
      await startMonth(deps, { year, month: number, preview: false, include_adjusted: false }, { source: 'cron', user_id: null });
      for (let message = queue.shift(); message; message = queue.shift())
        if (message.type === 'calculate') await handleCalculate(deps, message);
    }
  } finally {
    await own?.close();
  }
}
