import type { BaseJob } from './base-job.ts';
import { EDGE_CASES } from './edge-cases.ts';
import { makeForm, setField } from './form.ts';
import type { Names } from './names.ts';
import { type Random, seededRandom } from './random.ts';

export const STAGES = [
  { id: '501', name: 'Tiếp nhận', metatype: 'start' },
  { id: '502', name: 'Thiết kế', metatype: 'doing' },
  { id: '503', name: 'Kiểm tra', metatype: 'doing' },
  { id: '504', name: 'Sửa bản vẽ', metatype: 'doing' },
  { id: '505', name: 'Hoàn thành', metatype: 'done' },
] as const;

export interface JobsOptions {
  seed: number;
  count: number;
  /** Unix seconds: nothing is dated later, but for deadlines. */
  now: number;
  names: Names;
  /** Whether some jobs are edge cases: bad numbers and dates, unknown people, missing fields. */
  edgeCases: boolean;
}

/** Jobs of the last 60 days, oldest first, the same for the same options. */
export function makeJobs({ seed, count, now, names, edgeCases }: JobsOptions): BaseJob[] {
  const days = seededRandom(seed);
  const sinces = Array.from({ length: count }, () => workingTime(days, now - days.between(0, 59) * DAY, now)).sort((a, b) => a - b);
  const jobs = sinces.map((since, index) => makeJob({ seed, index, since, now, names }));
  if (!edgeCases) return jobs;
  return jobs.map((job, index) => {
    const edgeCase = index % EDGE_CASE_STEP === EDGE_CASE_STEP - 3 ? EDGE_CASES[Math.floor(index / EDGE_CASE_STEP)] : undefined;
    return edgeCase ? edgeCase.apply(job) : job;
  });
}

/** One job with the number `index` from the seed; a young one is still being worked on. */
export function makeJob(options: { seed: number; index: number; since: number; now: number; names: Names }): BaseJob {
  const { index, since, now, names } = options;
  const random = seededRandom(options.seed * 1_000_003 + index);
  const due = since + random.between(3, 9) * DAY;
  const finished = workingTime(random, since + random.between(1, 7) * DAY, Number.POSITIVE_INFINITY, 'after');
  const done = finished <= now;
  const stage = done ? STAGES[4] : STAGES[random.between(0, 3)]!;
  const job: BaseJob = {
    id: String(800_000 + index * 7),
    name: `DR-${dayOf(since).slice(2, 7).replace('-', '')}-${String(index + 1).padStart(4, '0')}`,
    content: `<p>${random.pick(['図面一式を作成', '前回図面を参照のこと', 'Vẽ theo mẫu của khách', '設計変更あり、要確認'])}</p>`,
    username: random.pick(names.usernames),
    creator_username: random.pick(names.usernames.slice(0, 4)),
    followers: [random.pick(names.usernames)],
    tags: random.chance(0.4) ? random.shuffled(['Gấp', 'Khách mới', '再提出', 'Ưu tiên']).slice(0, random.between(1, 2)) : [],
    since: String(since),
    last_update: String(done ? finished : Math.min(now, since + random.between(0, 4) * HOUR)),
    finish_at: done ? String(finished) : '0',
    deadline: String(due),
    stage_id: stage.id,
    stage_export: { ...stage },
    state: done ? 'done' : 'doing',
    form: [],
    todos: [],
  };
  return {
    ...job,
    form: random.shuffled(makeForm({ random, names, since: dayOf(since), due: dayOf(due), finished: done ? dayOf(finished) : '' })),
  };
}

/** A copy of the job with other keys, other form values (by field name), and changed at `now`. */
export function changeJob(job: BaseJob, patch: Partial<Omit<BaseJob, 'form'>> & { form?: Record<string, string> }, now: number): BaseJob {
  const { form = {}, ...keys } = patch;
  const fields = Object.entries(form).reduce((all, [name, value]) => setField(all, name, value), job.form);
  return { ...job, last_update: String(now), ...keys, form: fields };
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const VIETNAM = 7 * HOUR;
/** One job in so many is an edge case. */
const EDGE_CASE_STEP = 11;

/** YYYY-MM-DD of a moment in Vietnam. */
function dayOf(seconds: number): string {
  return new Date((seconds + VIETNAM) * 1000).toISOString().slice(0, 10);
}

/** A moment between 8:00 and 17:00 of that day in Vietnam, on the Friday before or the Monday after a weekend; never after `now`. */
function workingTime(random: Random, moment: number, now: number, weekend: 'before' | 'after' = 'before'): number {
  const midnight = Math.floor((moment + VIETNAM) / DAY) * DAY - VIETNAM;
  const weekday = new Date((midnight + VIETNAM) * 1000).getUTCDay();
  const [sunday, saturday] = weekend === 'before' ? [-2, -1] : [1, 2];
  const shift = weekday === 0 ? sunday : weekday === 6 ? saturday : 0;
  return Math.min(now, midnight + shift * DAY + 8 * HOUR + random.between(0, 9 * HOUR));
}
