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

/** Whether something already listens on the port, on IPv4 or IPv6. */
export async function isPortTaken(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => refusesToBind(host, port)));
  return answers.some(Boolean);
}

function refusesToBind(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE' || error.code === 'EACCES'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
