import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  url: string;
  /** By path: what is answered there; a 400 as for a bad token where nothing stands. */
  answers: Record<string, unknown>;
  close(): void;
}

/** Answers the server's questions about a token as Google and Facebook do, from what a test says about it. */
export async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    const answer = provider.answers[new URL(request.url!, 'http://x').pathname];
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'invalid_token' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {},
    close: () => server.close(),
  };
  return provider;
}
