import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectToSharedFiles, shareFiles } from '../../scripts/run/shared-files.ts';
import { verify } from '../../scripts/verify.ts';
import type { MonthReplay } from '../../worker/contracts/calls/answers/month-seals.ts';
import { rulesFileKey } from '../../worker/features/calculation/load.ts';
import { startInProcess } from '../support/in-process.ts';
import type { QueuedSite } from '../support/stack.ts';
import { ended, insertDirect, insertDirects, insertRules, type Staff, signIn } from './calculation-month.ts';

let stack: QueuedSite;
let admin: Staff;
let direct: number;
let hash: string;
beforeAll(async () => {
  stack = await startInProcess({ prepare: insertRules });
  admin = await signIn(stack, 'Admin');
  await insertDirects(stack.client, '2026-09', 200);
  direct = await insertDirect(stack.client, '2026-09', { user_id: 1, chekkusha_id: 1 });
  const { body } = await admin.call('POST', 'calculations', { year: 2026, month: 9 });
  hash = (await ended(admin, body.id)).rules_hash;
  expect((await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1 })).status).toBe(200);
});
afterAll(() => stack.close());

async function replay(): Promise<MonthReplay> {
  const { status, body } = await admin.call('POST', 'month_replays', { year: 2026, month: 9 });
  expect(status).toBe(201);
  await expect.poll(async () => (await admin.call('GET', `month_replays/${body.id}`)).body.status).toBe('done');
  return (await admin.call('GET', `month_replays/${body.id}`)).body;
}

const explained = async () => (await admin.call('GET', `directs/${direct}/calculation`)).body;
const differences = async (month?: string) => (await verify(stack.client, await stack.files(), month)).differences;

it('a lock copies its seal to the files', async () => {
  await expect.poll(async () => (await admin.call('GET', 'month_seals')).body.data[0].copied).toBe(1);
});

it('a replay of a sealed month comes to every point and total, by its own rules whatever they are now', async () => {
  await stack.client.execute("UPDATE formula_results SET result_design_formula = '99', version = version + 1");
  expect(await replay()).toMatchObject({ checked: 201, different: [], differences: 0, totals_different: [], problems: [] });
  expect(await differences('2026-09')).toEqual([]);
  expect(await differences()).toEqual([]);
});

it('beside a running site everything is compared too: it lends its files, and of those neither imports nor images', async () => {
  const storage = `/never/used/${crypto.randomUUID()}`;
  const bucket = await stack.files();
  let open: typeof stack.files = () => Promise.reject(new Error('the runtime crashed'));
  const close = await shareFiles(() => open(), storage);
  const files = connectToSharedFiles(storage);
  await expect(files.list({ prefix: 'seals/' })).rejects.toThrow('500');
  open = stack.files;
  expect((await verify(stack.client, files)).differences).toEqual([]);
  expect(await verify(stack.client, files, '2026-09')).toMatchObject({ checked: expect.stringContaining('201 directs'), differences: [] });
  expect((await files.list({ prefix: 'seals/' })).objects).toHaveLength(1);
  const rules = await (await bucket.get(rulesFileKey(hash)))!.text();
  await bucket.put(rulesFileKey(hash), `${rules} `);
  expect((await verify(stack.client, files)).differences).toEqual([`seal 2026-09 version 1: rules ${hash} changed`]);
  await bucket.put(rulesFileKey(hash), rules);
  await bucket.put('imports/1/workbook', 'secret');
  await expect(files.get('imports/1/workbook')).rejects.toThrow('403');
  close();
  // Out of reach they are left out, which is no difference.
  expect((await verify(stack.client, undefined)).differences).toEqual([]);
  expect((await verify(stack.client, undefined, '2026-09')).differences).toEqual([]);
});

it('a direct is explained by the rules that gave its points, with what the present ones give beside it', async () => {
  const trace = await explained();
  expect(trace).toMatchObject({
    result: { result_design_point: 2, result_check_point: 0.5 },
    stored: { result_design_point: 2, result_check_point: 0.5 },
    rules: { hash },
    rules_problem: null,
    now: { result_design_point: 99 },
    adjusted: null,
  });
});

it('one point changed past the triggers is named, and nothing else', async () => {
  const { rows } = await stack.client.execute("SELECT name, sql FROM sqlite_master WHERE name = 'directs_guard_update'");
  await stack.client.execute('DROP TRIGGER directs_guard_update');
  await stack.client.execute({ sql: 'UPDATE directs SET result_design_point = 7 WHERE id = ?', args: [direct] });
  expect((await replay()).different).toEqual([
    { direct_id: direct, name: expect.stringMatching(/\S/), field: 'result_design_point', stored: 7, replayed: 2 },
  ]);
  expect(await differences('2026-09')).toEqual(expect.arrayContaining([`direct ${direct}, result_design_point: stored 7, replayed 2`]));
  expect((await differences())[0]).toContain('the records of directs differ');
  await stack.client.execute({ sql: 'UPDATE directs SET result_design_point = 2 WHERE id = ?', args: [direct] });
  await stack.client.execute(String(rows[0]!.sql));
  expect(await differences()).toEqual([]);
});

it('a changed byte in the rules, in the copy or in the seal itself is named', async () => {
  const files = await stack.files();
  const rules = await (await files.get(rulesFileKey(hash)))!.text();
  await files.put(rulesFileKey(hash), rules.replace('99', '98').replace('base_point1', 'base_point3'));
  expect((await explained()).rules_problem).toBe('changed');
  expect((await replay()).problems).toEqual([{ kind: 'rules', name: hash, problem: 'changed' }]);
  await files.delete(rulesFileKey(hash));
  expect(await explained()).toMatchObject({ rules_problem: 'missing', result: null, now: { result_design_point: 99 } });
  await files.put(rulesFileKey(hash), rules);

  const { rows } = await stack.client.execute('SELECT c.file, s.document FROM month_seal_copies c JOIN month_seals s ON s.id = c.seal_id');
  const [{ file, document }] = rows as unknown as [{ file: string; document: string }];
  await files.put(file, document.replace('2026-09', '2026-08'));
  expect((await differences())[0]).toContain(`copy ${file} changed`);
  await files.put(file, document);

  await stack.client.execute('DROP TRIGGER month_seals_append_only_update');
  await stack.client.execute({
    sql: 'UPDATE month_seals SET document = ?',
    args: [document.replace('"direct_point":', '"direct_point":1')],
  });
  expect((await differences())[0]).toMatch(/^seal 2026-09 version 1: seal .* changed$/);
  await stack.client.execute({ sql: 'UPDATE month_seals SET document = ?', args: [document] });
  expect(await differences()).toEqual([]);
});

it('a figure changed in the rows that people are shown is named, though document and records are whole; a new lock makes them anew', async () => {
  await stack.client.execute('DROP TRIGGER month_seal_rows_append_only_update');
  const change = "UPDATE month_seal_rows SET row = json_set(row, '$.total_point_2', 999.5) WHERE kind = 'totals' AND user_id = 1";
  await stack.client.execute(change);
  expect(await replay()).toMatchObject({ totals_different: [], problems: [{ kind: 'rows', name: 'totals', problem: 'changed' }] });
  expect(await differences('2026-09')).toEqual(['rows totals: changed']);
  expect(await differences()).toEqual(['seal 2026-09 version 1: its stored rows of totals are not those of its document']);
  for (const status of [0, 1]) {
    const { status: answer } = await admin.call('POST', 'lock_and_unlock', { year: 2026, month: 9, status, reason: 'sửa' });
    expect(answer).toBe(200);
  }
  expect((await replay()).problems.filter(({ kind }) => kind === 'rows')).toEqual([]);
});

it('a seal whose document is no document any more is named, not a failure', async () => {
  const { rows } = await stack.client.execute('SELECT sha256 FROM month_seals ORDER BY id DESC LIMIT 1');
  await stack.client.execute("UPDATE month_seals SET document = '{' WHERE version = 2");
  expect(await replay()).toMatchObject({ checked: 0, problems: [{ kind: 'seal', name: rows[0]!.sha256, problem: 'changed' }] });
  expect(await differences()).toContain(`seal 2026-09 version 2: seal ${rows[0]!.sha256} changed`);
});
