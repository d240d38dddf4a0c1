import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Takes a path for this process and answers how to give it back, or undefined while another process of this machine has it. A listening socket
 * stands for the claim, so that it ends with the process however that ends; a pid in a file would not.
 */
export async function acquireInstanceLock(path: string): Promise<(() => void) | undefined> {
  const name = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 24);
  const socket = join(tmpdir(), `tensu-${name}.sock`);
  for (;;) {
    const server = await listen(socket);
    if (server) return () => server.close();
    if (await isHeld(socket)) return undefined;
    rmSync(socket, { force: true });
  }
}

function listen(socket: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.end());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(new Error(`The folder of temporary files, ${tmpdir()}, cannot be written (${error.code}). Set TMPDIR to another one.`));
    });
    server.listen(socket, () => resolve(server.unref()));
  });
}

function isHeld(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
