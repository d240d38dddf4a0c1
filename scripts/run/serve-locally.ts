import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Without a slash at its end. */
  url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Has the server listen on a loopback port, a free one by default. Rejects when the port is taken. */
export async function serveLocally(server: Server, port = 0): Promise<LocalServer> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
