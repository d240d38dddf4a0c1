import { readFileSync } from 'node:fs';
import { Cron } from 'croner';
import { writeWhole } from './write-whole.ts';

/** The times of each cron's last complete run, kept in a file of the data folder. */
export interface CronRecord {
  /** The crons whose time has come since they last ran, while the site was stopped; of one that never ran, none is missed. */
  findMissed(crons: readonly string[], now?: Date): string[];
  noteRun(cron: string, at?: Date): void;
}

export function openCronRecord(file: string): CronRecord {
  const ranAt = readRecord(file);
  const noteRun = (cron: string, at = new Date()) => {
    ranAt[cron] = at.toISOString();
    try {
      writeWhole(file, JSON.stringify(ranAt));
    } catch {
      // Kept in memory; at worst the work is done once more after a restart.
    }
  };
  return {
    noteRun,
    findMissed: (crons, now = new Date()) =>
      crons.filter((cron) => {
        const last = ranAt[cron];
        if (!last) noteRun(cron, now);
        const due = last && new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(new Date(last));
        return Boolean(due && due <= now);
      }),
  };
}

function readRecord(file: string): Record<string, string> {
  try {
    const times = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
    return Object.fromEntries(times.filter(([, time]) => !Number.isNaN(Date.parse(time))));
  } catch {
    return {};
  }
}
