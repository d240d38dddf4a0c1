import { parseArgs } from 'node:util';
import type { JobOrder } from './base-vn-standin/answer.ts';
import type { BaseJob } from './base-vn-standin/base-job.ts';
import { type Fault, Faults, parseFaults } from './base-vn-standin/faults.ts';
import { changeJob, makeJob, makeJobs } from './base-vn-standin/jobs.ts';
import { DEFAULT_NAMES, type Names } from './base-vn-standin/names.ts';
import { type SeenRequest, type StandinState, serve } from './base-vn-standin/server.ts';

export interface StandinOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  seed?: number;
  jobs?: number;
  /** YYYY-MM-DD in Vietnam: the last day that has jobs; the real day by default. */
  today?: string;
  names?: Partial<Names>;
  /** Whether some jobs have bad numbers or dates, unknown people, missing fields; on by default. */
  edgeCases?: boolean;
  token?: string;
  workflowIds?: readonly string[];
  /** The field of the form that it looks for the token in; `access_token_v2` by default. */
  tokenKind?: string;
  fault?: Fault | Fault[] | null;
  /** The order of pages; newest jobs first by default. */
  order?: JobOrder;
}

export interface Standin {
  url: string;
  token: string;
  workflowIds: readonly string[];
  /** Calls so far, oldest first. */
  requests: readonly SeenRequest[];
  /** All jobs of all workflows as they are now, oldest first in each. */
  jobs(): BaseJob[];
  setFault(fault: Fault | Fault[] | null): void;
  /** New jobs in the first workflow, created now. */
  addJobs(count: number): BaseJob[];
  /** Changes keys and form values (by field name) of a job now, or at the `last_update` given. */
  updateJob(id: string, patch: Parameters<typeof changeJob>[1]): BaseJob;
  removeJob(id: string): void;
  close(): Promise<void>;
}

/** Starts a stand-in for Base.vn Workflow on a loopback port: the jobs call with pages, edge cases, and faults on demand. */
export async function startBaseVnStandin(options: StandinOptions = {}): Promise<Standin> {
  const { port = 0, seed = 1, jobs: count = 400, edgeCases = true, token = 'standin-access-token', workflowIds = ['3051'] } = options;
  const names = { ...DEFAULT_NAMES, ...options.names };
  const latest = options.today === undefined ? nowSeconds() : Date.parse(`${options.today}T18:00:00+07:00`) / 1000;
  const made = makeJobs({ seed, count, now: latest, names, edgeCases });
  const workflows = new Map(workflowIds.map((id, turn) => [id, made.filter((_, index) => index % workflowIds.length === turn)]));
  let next = count;

  const state: StandinState = {
    token,
    tokenKind: options.tokenKind ?? 'access_token_v2',
    order: options.order ?? 'newest',
    workflows,
    faults: new Faults(listOf(options.fault)),
    requests: [],
    setFaults: (faults) => {
      state.faults = new Faults(faults);
    },
    addJobs: (wanted) => {
      const added = Array.from({ length: wanted }, () => makeJob({ seed, index: next++, since: nowSeconds(), now: nowSeconds(), names }));
      workflows.get(workflowIds[0]!)?.push(...added);
      return added;
    },
    removeJob: (id) => {
      for (const jobs of workflows.values()) {
        const index = jobs.findIndex((job) => job.id === id);
        if (index >= 0) jobs.splice(index, 1);
      }
    },
    touchJob: (id) => void updateJob(id, {}),
  };
  const updateJob: Standin['updateJob'] = (id, patch) => {
    const list = [...workflows.values()].find((jobs) => jobs.some((job) => job.id === id)) ?? [];
    const index = list.findIndex((job) => job.id === id);
    const changed = changeJob(list[index] ?? throwMissingJob(id), patch, nowSeconds());
    list[index] = changed;
    return changed;
  };
  const { url, close } = await serve(state, port);
  return {
    url,
    token,
    workflowIds,
    requests: state.requests,
    jobs: () => [...workflows.values()].flat(),
    setFault: (fault) => state.setFaults(listOf(fault)),
    addJobs: state.addJobs,
    updateJob,
    removeJob: state.removeJob,
    close,
  };
}

function throwMissingJob(id: string): never {
  throw new Error(`There is no job ${id}`);
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function listOf(fault: Fault | Fault[] | null | undefined): Fault[] {
  return fault ? [fault].flat() : [];
}

const USAGE = `Usage: node scripts/base-vn-standin.ts [--port 4010] [--seed 1] [--jobs 400] [--today YYYY-MM-DD] [--fault html:status=502,page=1]
Faults may also come from BASE_VN_STANDIN_FAULT or, while it runs, as JSON to POST /__fault (null for none);
POST /__jobs {"count": 3} adds jobs, GET /__requests lists the calls so far.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '400' },
      today: { type: 'string' },
      fault: { type: 'string', default: process.env.BASE_VN_STANDIN_FAULT ?? '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.info(USAGE);
  const standin = await startBaseVnStandin({
    port: Number(values.port),
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    ...(values.today !== undefined && { today: values.today }),
    fault: parseFaults(values.fault),
  });
  console.info(`BASE_VN_URL=${standin.url} BASE_VN_TOKEN=${standin.token} BASE_VN_WORKFLOW_IDS=${standin.workflowIds.join(',')}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standin.close());
}

if (import.meta.main) await main();
