import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { openApi, type TestApi } from '../support/api.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Inside the packages, so that the client finds its runtime. */
const FOLDER = join(ROOT, `node_modules/.cache/openapi-client-${process.pid}`);

/** A month as a program of somebody else would go through it, who has nothing but the document. */
const STORY = `
import { ok } from '@oazapfts/runtime';
import * as tensu from './client.ts';

export async function runMonth(reach: typeof fetch, token: string, work: () => Promise<void>) {
  tensu.defaults.fetch = reach;
  tensu.defaults.baseUrl = 'http://tensu.test/api/v1';
  tensu.defaults.headers = { authorization: 'Bearer ' + token };
  const { data: me } = await ok(tensu.getMe());
  const { data: category } = await ok(tensu.workCategoriesCreate({ work_name: '構造図' }));
  const { data: customer } = await ok(tensu.customersCreate({ code: 'C1', name: '青葉ホーム', work_category: [category.id] }));
  await ok(tensu.standardsCreate({
    customer_id: customer.id, work_category_id: category.id, standard_design_point: 2, standard_check_point: 0.5, scale_code: 'S1',
  }));
  await ok(tensu.formulaResultsCreate({ scale_code: 'S1', result_design_formula: 'standard_design_point', result_check_formula: '0.5' }));
  const person = Number(me.id);
  const { data: job } = await ok(tensu.directsCreate({
    name: 'J-1', bukkenmei: '佐藤様邸', user_id: person, chekkusha_id: person, customer_id: customer.id, work_category_id: category.id,
    uketsuke_hi: '2026-10-01', henkyaku_hi: '2026-10-15', tsubosuu: 30, complex_factor: 1, complex_point: 0, sagyou_jikan: 90, chekkku_jikan: 30,
    dept_id: 1, dept_grp_id: 1,
  }));
  // @ts-expect-error A job has no such text for its floor area.
  const wrong: string = job.tsubosuu;
  const run = await ok(tensu.postCalculations({ year: 2026, month: 10 }));
  await work();
  const { status } = await ok(tensu.getCalculationsId(run.id));
  const { data: calculated } = await ok(tensu.directsGet(job.id));
  await ok(tensu.directsCheck({ id: job.id, is_checked: 1 }));
  const totals = await ok(tensu.getTotals({ year: 2026, month: 10 }));
  await ok(tensu.postLockAndUnlock({ year: 2026, month: 10, status: 1, reason: 'End of the month' }));
  const seals = await ok(tensu.getMonthSeals({ year: 2026, month: 10 }));
  const late = await tensu.directsUpdate(job.id, { bukkenmei: 'X' });
  return { status, point: calculated.result_design_point, sum: totals.sum.direct_point, seals: seals.data.length, late: late.status, wrong };
}
`;

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await mkdir(FOLDER, { recursive: true });
  const document = await api.call('GET', 'openapi.json', { as: api.people.admin });
  await writeFile(join(FOLDER, 'openapi.json'), JSON.stringify(document.body));
  await writeFile(join(FOLDER, 'story.ts'), STORY);
  run('oazapfts/dist/cli.js', [join(FOLDER, 'openapi.json'), join(FOLDER, 'client.ts')]);
});
afterAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await api.close();
});

/** Runs the program of a package; throws what it said where it failed. */
function run(program: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
}

describe('a client that is generated from the OpenAPI document', () => {
  it('type-checks together with a program that goes through a month', () => {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', ''];
    const target = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable', '--module', 'esnext', '--moduleResolution', 'bundler'];
    run('typescript/bin/tsc', [...options, ...target, '--ignoreConfig', join(FOLDER, 'story.ts')]);
  });

  it('goes through that month with this API', async () => {
    const { runMonth } = await import(/* @vite-ignore */ join(FOLDER, 'story.ts'));
    const reach = (address: string | URL | Request, init?: RequestInit) =>
      api.app.request(address instanceof Request ? address : String(address), init);
    const work = async () => {
      for (let message = api.sent.shift(); message; message = api.sent.shift()) {
        if (message.type === 'calculate') await handleCalculate(api.deps, message);
      }
    };
    expect(await runMonth(reach, api.people.admin.token, work)).toMatchObject({ status: 'done', point: 2, sum: 2.5, seals: 1, late: 423 });
  });
});
