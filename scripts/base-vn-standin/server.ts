import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type LocalServer, serveLocally } from '../run/serve-locally.ts';
import { answerForm, answerJobs, answerWorkflows, type JobOrder, type JobsRequest, makeRefusal } from './answer.ts';
import type { BaseJob } from './base-job.ts';
import { type Fault, type FaultKind, type Faults, readFaults } from './faults.ts';

/** The state that the server answers from; changed from outside while it runs. */
export interface StandinState {
  token: string;
  /** The field of the form that it looks for the token in. */
  tokenKind: string;
  order: JobOrder;
  workflows: Map<string, BaseJob[]>;
  faults: Faults;
  requests: SeenRequest[];
  setFaults(faults: Fault[]): void;
  addJobs(count: number): BaseJob[];
  removeJob(id: string): void;
  /** A job edited now. */
  touchJob(id: string): void;
}

/** A jobs call as it came in, without its token. */
export interface SeenRequest {
  id: string;
  page_id: number;
  limit: number;
  updated_from: number;
  token_ok: boolean;
}

/** Serves the state on a loopback port (0: a free one) until closed. */
export async function serve(state: StandinState, port: number): Promise<LocalServer> {
  const server = createServer((request, response) => {
    handle(state, request, response).catch(() => response.destroy());
  });
  return serveLocally(server, port);
}

async function handle(state: StandinState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = `${request.method} ${request.url?.split('?')[0]}`;
  if (call === 'POST /__fault') {
    state.setFaults(readFaults(JSON.parse(await text(request))));
    return json(response, { ok: true });
  }
  if (call === 'POST /__jobs') {
    const { count = 1 } = JSON.parse(await text(request)) as { count?: number };
    return json(response, { ids: state.addJobs(count).map((job) => job.id) });
  }
  if (call === 'GET /__requests') return json(response, state.requests);
  const path = /^POST \/extapi\/v1\/(workflows\/get|workflow\/get|workflow\/jobs)$/.exec(call)?.[1];
  if (!path) return html(response, request.method === 'POST' ? 404 : 405);
  const asked = read(await text(request), state.tokenKind);
  if (path !== 'workflow/jobs') return json(response, path === 'workflow/get' ? answerForm(asked, state) : answerWorkflows(asked, state));
  const { token, ...seen } = asked;
  state.requests.push({ ...seen, token_ok: token === state.token });
  return await answer(state, asked, state.faults.meet(asked.page_id), response);
}

async function answer(
  state: StandinState,
  asked: JobsRequest,
  faults: ReadonlyMap<FaultKind, Fault>,
  response: ServerResponse,
): Promise<void> {
  if (faults.has('slow')) await pause(faults.get('slow')?.ms ?? 30_000, undefined, { ref: false });
  if (faults.has('drop')) return void response.destroy();
  if (faults.has('html')) return html(response, faults.get('html')?.status ?? 200);
  if (faults.has('http')) return plain(response, faults.get('http')?.status ?? 500);
  if (faults.has('code0')) return json(response, makeRefusal(faults.get('code0')?.message ?? 'system_busy'));
  if (faults.has('shape')) return json(response, { code: 1, data: { items: [] } });
  const page = answerJobs(asked, state, faults);
  const body = JSON.stringify(page);
  shift(state, (page.jobs as BaseJob[] | undefined)?.[0], faults);
  if (faults.has('truncated')) return send(response, 200, 'application/json', body.slice(0, Math.floor(body.length * 0.6)));
  if (faults.has('huge')) return send(response, 200, 'application/json', body.padEnd((faults.get('huge')?.megabytes ?? 20) * 1024 * 1024));
  if (faults.has('stall')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(body.slice(0, Math.floor(body.length / 2)));
    return;
  }
  send(response, 200, 'application/json', body);
}

/** The changes at the source between two pages. */
function shift(state: StandinState, first: BaseJob | undefined, faults: ReadonlyMap<FaultKind, Fault>): void {
  if (faults.has('add_job')) state.addJobs(1);
  if (first && faults.has('delete_job')) state.removeJob(first.id);
  if (first && faults.has('edit_job')) state.touchJob(first.id);
}

function read(body: string, tokenKind: string): JobsRequest {
  const form = new URLSearchParams(body);
  const numberOf = (key: string, otherwise: number) => {
    const value = Number(form.get(key) ?? '');
    return form.get(key) && Number.isInteger(value) && value >= 0 ? value : otherwise;
  };
  return {
    token: form.get(tokenKind) ?? '',
    id: form.get('id') ?? '',
    page_id: numberOf('page_id', 0),
    limit: numberOf('limit', 50) || 50,
    updated_from: numberOf('updated_from', 0),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

function json(response: ServerResponse, value: unknown): void {
  send(response, 200, 'application/json', JSON.stringify(value));
}

function html(response: ServerResponse, status: number): void {
  send(response, status, 'text/html', `<!DOCTYPE html>\n<html><head><title>Base</title></head><body><h1>${status}</h1></body></html>\n`);
}

function plain(response: ServerResponse, status: number): void {
  send(response, status, 'text/plain', 'error');
}
