import { Cron } from 'croner';
import { openCronRecord } from './missed-crons.ts';
import { shareFiles } from './shared-files.ts';
import { type Site, type SiteOptions, serveSite } from './site.ts';

/** What the supervisor sends to this process once. Not on the command line: it carries secrets. */
export interface SiteStartMessage extends Omit<SiteOptions, 'onLog' | 'onRestart'> {
  /** A cron to run as soon as the site answers. */
  runFirst: string;
  /** File with the times at which crons ran: those missed while the site was stopped run once when it is back. */
  cronRecord: string;
}

/** The messages that this process sends back. */
export type SiteReport = { ready: string } | { level: string; message: string };

/** Takes up interrupted work; the local queue forgets its messages with the runtime, so it runs every few seconds here. */
const RECOVERY = '* * * * *';
const RECOVERY_LOCALLY = '*/4 * * * * *';

/**
 * Runs the site in a process of its own, so that a crash of the runtime ends nothing else. It ends when the supervisor does, which closes the
 * channel. Also runs the Worker's crons on their schedule (in UTC, as in a deployment), which the local runtime does not do by itself.
 */
process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
process.once('message', async (message: SiteStartMessage | 'shutdown') => {
  if (message === 'shutdown') process.exit(0);
  try {
    const site = await serveSite({ ...message, onLog: (level, text) => report({ level, message: text }) });
    const record = openCronRecord(message.cronRecord);
    const run = async (cron: string) => {
      if ((await runCron(site, cron)) && cron !== RECOVERY) record.noteRun(cron);
    };
    const missed = record.findMissed(site.crons.filter((cron) => cron !== RECOVERY && cron !== message.runFirst));
    for (const cron of site.crons)
      new Cron(cron === RECOVERY ? RECOVERY_LOCALLY : cron, { timezone: 'UTC', protect: true }, () => run(cron));
    if (message.persistTo) await shareFiles(() => site.files(), message.persistTo);
    report({ ready: site.url.href });
    process.on('uncaughtException', reportRequest);
    for (const cron of [message.runFirst, ...missed]) await run(cron);
  } catch (error) {
    report({ level: 'fatal', message: (error as Error).message });
    process.exit(1);
  }
});

/**
 * A request that the runtime's own servers cannot read throws beside all others, which go on: a stranger's must not end them. A site that no
 * longer answers is started again by its supervisor.
 */
function reportRequest(error: Error): void {
  report({ level: 'warn', message: `Uncaught: ${error.stack}` });
}

/** Whether the cron's work was done. */
async function runCron(site: Site, cron: string): Promise<boolean> {
  const outcome = await site.runCron(cron).catch((error: Error) => error.message);
  if (outcome !== 'ok') report({ level: 'error', message: `The scheduled work of ${cron} ended with: ${outcome}` });
  return outcome === 'ok';
}

function report(message: SiteReport): void {
  if (process.connected) process.send?.(message);
}
