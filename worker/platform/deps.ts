import type { Clock } from './clock.ts';
import type { CrawlSource } from './crawl-source.ts';
import type { Database, RowUse } from './db/client.ts';
import type { JobMessage } from './queue/messages.ts';
import type { OwnedWork } from './queue/waiting-work.ts';

/** Everything the application reaches beyond itself. Passed in, never imported. */
export interface Deps {
  db: Database;
  /** What this isolate has cost the database and the month does not count yet. */
  rowUse: RowUse;
  /** The whole database as a SQL script, as it is at one moment. */
  dump: () => Promise<ReadableStream<Uint8Array>>;
  clock: Clock;
  /** Files: imports, rule snapshots, avatars, backups. */
  files: R2Bucket;
  jobs: JobQueue;
  /** Every kind of work whose runs the queue works on. */
  queuedWork: readonly OwnedWork[];
  crawlSource: CrawlSource;
  mail: SendEmail | undefined;
  settings: Settings;
  /** Takes a line for each request; none is written without it. */
  log?: (line: object) => void;
}

export interface JobQueue {
  send(message: JobMessage, options?: { delaySeconds?: number }): Promise<void>;
  sendBatch(messages: JobMessage[]): Promise<void>;
}

export interface Settings {
  /** Newest first; the first signs, all verify. */
  jwtSecrets: readonly string[];
  /** Encrypts backups; none are made without it. */
  backupKey?: string | undefined;
  mailFrom: string | undefined;
  /** The origin of links in mails; that of the request when absent. */
  appOrigin?: string | undefined;
  /** Last part of the address at which the source says that a job changed; there is none without it. */
  crawlPushSecret?: string | undefined;
  /** Header with the caller's address, set by the proxy in front; addresses are not told apart without one. */
  clientIpHeader: string | undefined;
  /** Calls that one signed-in person may make in a minute. */
  callsPerMinute: number;
  /** Rows that a month may read; undefined where nobody said. */
  planRowsRead?: number | undefined;
  googleClientId: string | undefined;
  /** The address of the providers, when not their own. */
  googleUrl?: string | undefined;
  facebookUrl?: string | undefined;
  facebookAppId: string | undefined;
  facebookAppSecret: string | undefined;
  version: string;
}
