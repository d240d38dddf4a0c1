import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { EDGE_CASES } from '../../../scripts/base-vn-standin/edge-cases.ts';
import { parseFaults } from '../../../scripts/base-vn-standin/faults.ts';
import { type Standin, type StandinOptions, startBaseVnStandin } from '../../../scripts/base-vn-standin.ts';
import { createCrawlSource } from '../../../worker/features/crawl/fetch/base-vn.ts';
import { advanceMark, FIRST_PASS } from '../../../worker/features/crawl/fetch/paging.ts';
import { crawlFields } from '../../../worker/features/crawl/normalize/crawl-fields.ts';
import { createJobNormalizer, type NormalizeResult } from '../../../worker/features/crawl/normalize/normalize.ts';

const running: Standin[] = [];
afterEach(async () => {
  for (const standin of running.splice(0)) await standin.close();
});

async function start(options: StandinOptions = {}): Promise<Standin> {
  const standin = await startBaseVnStandin({ today: '2025-06-20', ...options });
  running.push(standin);
  return standin;
}

async function crawl(standin: Standin, updatedFrom = 0): Promise<NormalizeResult[]> {
  const { url, token, workflowIds } = standin;
  const source = createCrawlSource({ BASE_VN_URL: url, BASE_VN_TOKEN: token, BASE_VN_WORKFLOW_IDS: workflowIds.join(',') });
  const normalize = createJobNormalizer({ fields: crawlFields, fieldMap: {} });
  const results: NormalizeResult[] = [];
  for (const workflowId of source.workflowIds) {
    let before = FIRST_PASS;
    const seen = new Set<string>();
    for (let pageId = 0; ; pageId++) {
      const page = await source.fetchPage({ workflowId, pageId, updatedFrom });
      const { next, mark } = advanceMark(page, { pageId, updatedFrom }, before, seen);
      if (next !== 'page') break;
      before = mark;
      for (const { id } of page.jobs) seen.add(id);
      results.push(...page.jobs.map(normalize));
    }
  }
  return results;
}

describe('the jobs of the stand-in', () => {
  it('are the same for the same seed and day, others for another seed', async () => {
    const [one, same, other] = [await start(), await start(), await start({ seed: 2 })];
    expect(one.jobs()).toEqual(same.jobs());
    expect(one.jobs()).not.toEqual(other.jobs());
  });

  it('lie in the 60 days up to today and are never newer than it', async () => {
    const jobs = (await start()).jobs();
    const evening = Date.parse('2025-06-20T18:00:00+07:00') / 1000;
    for (const job of jobs) {
      expect(Number(job.since)).toBeGreaterThan(evening - 63 * 86400);
      expect(Number(job.last_update)).toBeLessThanOrEqual(evening);
      expect(Number(job.last_update)).toBeGreaterThanOrEqual(Number(job.since));
      expect(job.state === 'done').toBe(job.finish_at !== '0');
    }
    expect(new Set(jobs.map((job) => job.id)).size).toBe(400);
  });

  it('fill every column that they have a field for, without any field map', async () => {
    const standin = await start({ edgeCases: false });
    const results = await crawl(standin);
    expect(results.filter((result) => !result.ok)).toEqual([]);
    expect(results).toHaveLength(400);
    const columns = [
      'bukkenmei',
      'tokuisakimei',
      'hacchyuu_naiyou',
      'tsubosuu',
      'menseki',
      'kaisuu',
      'uketsuke_hi',
      'henkyaku_hi',
      'kibou_nouki',
      'sagyou_jikan',
    ];
    columns.push(
      'chekkku_jikan',
      'complex_factor',
      'complex_point',
      'kouhou',
      'kiso',
      'cad',
      'hacchyuumoto',
      'shiten',
      'chiku',
      'bukken_koodo',
      'rank',
    );
    for (const column of [...columns, 'techousei', 'bikou', 'phase', 'label', 'complete_time']) {
      expect(results.filter((result) => result.ok && result.row[column] != null).length, column).toBeGreaterThan(10);
    }
    for (const result of results)
      expect(result.ok && Object.keys(result.names).sort()).toEqual(['category', 'checker', 'customer', 'designer']);
  });

  it('contain every edge case of real forms, and only the unreadable ones are skipped', async () => {
    const results = await crawl(await start());
    const skipped = results.filter((result) => !result.ok);
    expect(skipped.map((job) => job.reasons[0]!.column).sort()).toEqual([
      'complex_factor',
      'henkyaku_hi',
      'name',
      'tsubosuu',
      'tsubosuu',
      'uketsuke_hi',
    ]);
    expect(results).toHaveLength(400);
    expect(EDGE_CASES.length).toBeGreaterThan(skipped.length);
  });

  it('are made of the names given', async () => {
    const standin = await start({
      edgeCases: false,
      names: { usernames: ['kim'], checkers: ['Lê An'], customers: ['青空'], categories: ['構造図'] },
    });
    for (const result of await crawl(standin)) {
      expect(result).toMatchObject({ ok: true, names: { designer: 'kim', checker: 'Lê An', customer: '青空', category: '構造図' } });
    }
  });

  it('are shared out among the workflows', async () => {
    const standin = await start({ workflowIds: ['1', '2', '3'], jobs: 100, edgeCases: false });
    expect(await crawl(standin)).toHaveLength(100);
    expect(new Set(standin.requests.map((request) => request.id))).toEqual(new Set(['1', '2', '3']));
  });
});

describe('faults on demand', () => {
  it('spoil numbers and dates of some jobs of a page', async () => {
    const standin = await start({ edgeCases: false, jobs: 90, fault: [{ kind: 'bad_numbers' }, { kind: 'bad_dates' }] });
    const skipped = (await crawl(standin)).filter((result) => !result.ok);
    expect(skipped).toHaveLength(30);
    expect(skipped.every((job) => job.reasons.length === 2)).toBe(true);
  });

  it('make pages smaller', async () => {
    const standin = await start({ edgeCases: false, jobs: 90, fault: { kind: 'page_size', size: 20 } });
    expect(await crawl(standin)).toHaveLength(90);
    expect(standin.requests).toHaveLength(6);
  });

  it('repeat a page for ever, which the crawl notices', async () => {
    const standin = await start({ jobs: 250, fault: { kind: 'repeat_page', page: 1 } });
    await expect(crawl(standin)).rejects.toMatchObject({ code: 'repeated_page' });
    expect(standin.requests).toHaveLength(3);
  });

  it('empty a page in the middle, which a whole crawl notices', async () => {
    const standin = await start({ jobs: 250, fault: { kind: 'empty', page: 1 } });
    await expect(crawl(standin)).rejects.toMatchObject({ code: 'ended_early' });
  });

  it('are switched over HTTP too, and the calls can be read back', async () => {
    const standin = await start({ jobs: 10 });
    const post = (path: string, body: unknown) => fetch(`${standin.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post('/__fault', { kind: 'code0', times: 1 })).status).toBe(200);
    await expect(crawl(standin)).rejects.toMatchObject({ code: 'refused' });
    expect(await (await post('/__jobs', { count: 2 })).json()).toMatchObject({ ids: [expect.any(String), expect.any(String)] });
    expect(await crawl(standin)).toHaveLength(12);
    expect(await (await fetch(`${standin.url}/__requests`)).json()).toEqual(standin.requests);
  });

  it('are read from a text', () => {
    expect(parseFaults('html:status=502,page=1; slow:ms=300,times=2;drop')).toEqual([
      { kind: 'html', status: 502, page: 1 },
      { kind: 'slow', ms: 300, times: 2 },
      { kind: 'drop' },
    ]);
    expect(() => parseFaults('nonsense')).toThrow();
    expect(() => parseFaults('html:colour=red')).toThrow();
  });
});

it('runs from the command line until it is stopped', async () => {
  const script = new URL('../../../scripts/base-vn-standin.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, '--port', '0', '--jobs', '5', '--fault', 'html:times=1']);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /BASE_VN_URL=(\S+) BASE_VN_TOKEN=\S+ BASE_VN_WORKFLOW_IDS=\S+/.exec(line.toString())?.[1];
  const body = new URLSearchParams({ access_token_v2: 'wrong', id: '3051' });
  const call = async () => (await fetch(`${url}/extapi/v1/workflow/jobs`, { method: 'POST', body })).text();
  expect(await call()).toMatch(/^<!DOCTYPE html>/);
  expect(await call()).toBe('{"code":0,"message":"access_token_invalid_1","data":null}');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
