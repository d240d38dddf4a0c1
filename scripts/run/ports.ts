import { createServer } from 'node:net';

/** A free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port was given'))));
    });
  });
}

/** Throws one sentence where nothing can listen on the port: another program does, the host is not of this machine, or it needs more rights. */
export async function checkPort(host: string, port: number): Promise<void> {
  // One after the other: they would be in each other's way.
  const codes = [await tryToListen('127.0.0.1', port), await tryToListen('::1', port), await tryToListen(host, port)];
  if (codes.includes('EADDRINUSE')) throw new Error(`Port ${port} is in use. Stop what uses it, or set PORT to another one.`);
  const code = codes.at(-1);
  if (code === 'EACCES') throw new Error(`Port ${port} needs rights that this user does not have (EACCES). Set PORT to one above 1023.`);
  if (code) throw new Error(`HOST=${host} is no address of this machine (${code}). Set HOST to 127.0.0.1, or to an address that it has.`);
}

/** The code of what refuses it; undefined where it works. */
function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
