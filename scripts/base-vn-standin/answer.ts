import type { BaseJob } from './base-job.ts';
import type { Fault, FaultKind } from './faults.ts';
import { setField } from './form.ts';
import { STAGES } from './jobs.ts';
import { seededRandom } from './random.ts';

export interface JobsRequest {
  token: string;
  id: string;
  page_id: number;
  limit: number;
  updated_from: number;
}

/** How the source sorts its jobs: as they were made, newest first, or by their last change or their id. */
const ORDERS = ['newest', 'updated_asc', 'updated_desc', 'id_asc'] as const;
export type JobOrder = (typeof ORDERS)[number];

interface ServerState {
  token: string;
  order: JobOrder;
  /** Jobs by workflow id. */
  workflows: ReadonlyMap<string, readonly BaseJob[]>;
}

/** What Base.vn answers to a jobs call: a page, or `code` 0 with a message. */
export function answerJobs(request: JobsRequest, known: ServerState, faults: ReadonlyMap<FaultKind, Fault>): Record<string, unknown> {
  if (request.token !== known.token) return makeRefusal('access_token_invalid_1');
  const all = known.workflows.get(request.id);
  if (!all) return makeRefusal('workflow_not_found');
  const wanted = sortJobs(
    all.filter((job) => Number(job.last_update) >= request.updated_from),
    known.order,
  );
  const size = Math.min(request.limit, 100, faults.get('page_size')?.size ?? 100);
  const step = size - (faults.get('overlap')?.size ?? 0);
  const page = faults.has('repeat_page') ? (faults.get('repeat_page')?.page ?? 0) : request.page_id;
  const jobs = faults.has('empty')
    ? []
    : faults.has('endless')
      ? inventJobs(wanted, page, size)
      : wanted.slice(page * step, page * step + size);
  return {
    code: 1,
    message: '',
    data: null,
    jobs: applyFaults(jobs, faults, request.page_id),
    total_items: faults.has('endless') ? 999_999_999 : wanted.length,
    items_per_page: size,
    workflow: { id: request.id, name: WORKFLOW_NAME, stages: STAGES },
  };
}

/** What it answers to `workflows/get`: one page of all. */
export function answerWorkflows({ token, page_id }: JobsRequest, known: ServerState): Record<string, unknown> {
  if (token !== known.token) return makeRefusal('access_token_invalid_1');
  const ids = page_id === 0 ? [...known.workflows.keys()] : [];
  return { code: 1, message: '', workflows: ids.map((id) => ({ id, name: WORKFLOW_NAME, stages: STAGES })) };
}

/** What it answers to `workflow/get`: the fields of the form, as the newest job has them. */
export function answerForm({ token, id }: JobsRequest, known: ServerState): Record<string, unknown> {
  if (token !== known.token) return makeRefusal('access_token_invalid_1');
  const jobs = known.workflows.get(id);
  if (!jobs) return makeRefusal('workflow_not_found');
  const form = (jobs.at(-1)?.form ?? []).map((field) => ({ id: field.id, name: field.name, type: field.type }));
  return { code: 1, message: '', workflow: { id, name: WORKFLOW_NAME, form, stages: STAGES } };
}

const WORKFLOW_NAME = 'Quản lý bản vẽ';

export function makeRefusal(message: string): Record<string, unknown> {
  return { code: 0, message, data: null };
}

function sortJobs(jobs: BaseJob[], order: JobOrder): BaseJob[] {
  const byId = (one: BaseJob, other: BaseJob) => Number(one.id) - Number(other.id);
  const byUpdate = (one: BaseJob, other: BaseJob) => Number(one.last_update) - Number(other.last_update) || byId(one, other);
  if (order === 'id_asc') return jobs.sort(byId);
  if (order === 'updated_asc') return jobs.sort(byUpdate);
  return order === 'updated_desc' ? jobs.sort(byUpdate).reverse() : jobs.reverse();
}

function inventJobs(jobs: readonly BaseJob[], page: number, size: number): BaseJob[] {
  return Array.from({ length: size }, (_, index) => ({ ...jobs[index % jobs.length]!, id: `${10_000_000 + page * size + index}` }));
}

let shuffleCount = 0;

function applyFaults(jobs: readonly BaseJob[], faults: ReadonlyMap<FaultKind, Fault>, page: number): BaseJob[] {
  const random = seededRandom(page + (faults.has('shuffle') ? 1000 * ++shuffleCount : 0));
  return jobs.map((job, index) => {
    let form = job.form;
    if (faults.has('bad_numbers') && index % 3 === 0) form = setField(form, '坪数', 'ba mươi lăm');
    if (faults.has('bad_dates') && index % 3 === 0) form = setField(form, 'Ngày tiếp nhận', '31/02/2026');
    if (faults.has('shuffle')) form = random.shuffled(form);
    return { ...job, form };
  });
}
