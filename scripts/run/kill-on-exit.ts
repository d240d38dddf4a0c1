import { type ChildProcess, spawn } from 'node:child_process';

const groups = new Set<number>();
let killer: ChildProcess | undefined;

/**
 * Kills the process group when this process dies by whatever means, SIGKILL included: a small shell waits for the end of a pipe that only this
 * process holds open. Answers a function that takes the group out again, to be called when it has ended.
 */
export function killGroupOnExit(pid: number): () => void {
  groups.add(pid);
  renew();
  return () => {
    groups.delete(pid);
    renew();
  };
}

/** A new shell for every change, so that it never knows a pid that has ended and may belong to somebody else by now. */
function renew(): void {
  killer?.kill('SIGKILL');
  killer = undefined;
  if (groups.size === 0) return;
  const kills = [...groups].map((pid) => `kill -s KILL -- -${pid}`).join('; ');
  killer = spawn('/bin/sh', ['-c', `read line; ${kills}`], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  killer.on('error', () => {});
  killer.unref();
}
