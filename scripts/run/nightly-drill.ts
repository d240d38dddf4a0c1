import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Cron } from 'croner';

/** Half an hour after the nightly backup, 03:30 in Asia/Ho_Chi_Minh. */
const DRILL_CRON = '30 20 * * *';
const SCRIPT = join(import.meta.dirname, '../restore.ts');

/** Tries every night whether the newest backup restores, in a process of its own; the outcome stands in the database. Answers how to end it. */
export function scheduleDrill(log: (text: string) => void, onError: (message: string) => void): () => void {
  let child: ChildProcess | undefined;
  const job = new Cron(DRILL_CRON, { timezone: 'UTC', protect: true }, async () => {
    child = spawn(process.execPath, [SCRIPT, '--drill'], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => log(text));
    const [code] = await once(child, 'exit');
    if (code !== 0) onError('The nightly backup could not be restored in a trial; npm run restore -- --drill says why.');
  });
  return () => {
    job.stop();
    child?.kill();
  };
}
