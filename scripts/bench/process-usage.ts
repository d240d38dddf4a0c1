import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The workerd processes that this process started, oldest first. */
export function workerdPids(): number[] {
  const output = execFileSync('pgrep', ['-P', String(process.pid), 'workerd'], { encoding: 'utf8' });
  return output.trim().split('\n').map(Number);
}

/** Processor time used so far and the most memory ever held, as Linux counts them. */
export function usageOf(pid: number): { peakBytes: number; cpuMs: number } {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  // Fields 14 and 15 of the manual, in hundredths of a second; the first two are cut off above.
  return { peakBytes: Number(peak) * 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
}
