import { createServer } from 'node:http';
import { type LocalServer, serveLocally } from '../../scripts/run/serve-locally.ts';

export interface Provider extends LocalServer {
  /** By path: what is answered there; a 400 as for a bad token where nothing stands. */
  answers: Record<string, unknown>;
}

/** Answers the server's questions about a token as Google and Facebook do, from what a test says about it. */
export async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    const answer = provider.answers[new URL(request.url!, 'http://x').pathname];
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'invalid_token' }));
  });
  const provider: Provider = { answers: {}, ...(await serveLocally(server)) };
  return provider;
}
