import { beforeAll, describe, expect, it } from 'vitest';
import { directFields } from '../../worker/contracts/entities/directs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { name: '青葉ホーム（株）', code: 'AOBA' });
  await api.insert('customers', { name: '山田建設', code: 'YAMADA' });
  await api.insert('work_categories', { work_name: '構造図' });
  const { writer, checked } = api.people;
  const job = (name: string, values: Record<string, string | number | null>) =>
    api.insert('directs', {
      ...{ name, bukkenmei: `${name}様邸`, customer_id: 1, work_category_id: 1, user_id: writer.id, chekkusha_id: checked.id },
      ...{ chekkusha: 'Người checked', tantousha: 'Người phụ trách', sekkeitantou: 'Người thiết kế', hosanin: 'Người hỗ trợ' },
      ...{ tracking_user: 'Người theo dõi', created_by: 'Người tạo', bikou: 'Người ghi', description: 'Người tả' },
      ...{ result_design_point: 98.765, result_check_point: 87.654, standard_design_point: 76.543, sagyou_jikan: 4321 },
      ...{ tokuisakimei: '青葉ホーム', hacchyuu_naiyou: '基礎伏図', tsubosuu: 30.25, uketsuke_hi: '2026-10-01', ...values },
    });
  await job('池田', { henkyaku_hi: '2026-10-05', kibou_nouki: '2026-10-05' });
  await job('上田', { henkyaku_hi: '2026-10-08', kibou_nouki: '2026-10-07', teisei_henkyaku_hi: '2026-10-12', tsubosuu: 40.1 });
  await job('=1+1', { henkyaku_hi: '2026-10-31', kibou_nouki: null, hacchyuu_naiyou: null, tokuisakimei: null, tsubosuu: null });
  await job('前月', { henkyaku_hi: '2026-09-30' });
  await job('未返却', { henkyaku_hi: null });
  await job('他社', { henkyaku_hi: '2026-10-05', customer_id: 2 });
});

const read = (format = '', as = api.people.viewer, id: number | string = 1) =>
  api.call('GET', `customers/${id}/deliveries?year=2026&month=10${format && `&format=${format}`}`, { as });
const setLock = (status: 0 | 1) =>
  api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month: 10, status, reason: 'x' } });
const FORBIDDEN = /Người|98[.,]765|87[.,]654|76[.,]543|4321/;

describe('a month of a customer', () => {
  it('has the jobs that were returned in it, on time or not, with their corrections and totals', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.customer).toEqual({ id: 1, code: 'AOBA', name: '青葉ホーム（株）' });
    expect(body.jobs.map(({ name, on_time, hacchyuu_naiyou }: never) => ({ name, on_time, hacchyuu_naiyou }))).toEqual([
      { name: '池田', on_time: 1, hacchyuu_naiyou: '基礎伏図' },
      { name: '上田', on_time: 0, hacchyuu_naiyou: '基礎伏図' },
      { name: '=1+1', on_time: null, hacchyuu_naiyou: '構造図' },
    ]);
    expect(body.jobs[1]).toMatchObject({ tokuisakimei: '青葉ホーム', bukkenmei: '上田様邸', teisei_henkyaku_hi: '2026-10-12' });
    expect(body.totals).toEqual({ jobs: 3, tsubosuu: 70.35, on_time: 1, late: 1, corrections: 1 });
    expect(JSON.stringify(body)).not.toMatch(FORBIDDEN);
  });

  it('is a draft until it is locked, in the workbook too, whose heads are the labels of the contract', async () => {
    for (const locked of [false, true]) {
      await setLock(locked ? 1 : 0);
      expect((await read()).body.draft).toBe(!locked);
      const file = await read('xlsx');
      expect(file.headers.get('content-disposition')).toContain('deliveries-AOBA-2026-10.xlsx');
      const rows = await readWorkbook(file.body);
      const { name, bukkenmei, tokuisakimei, hacchyuu_naiyou, tsubosuu, uketsuke_hi, kibou_nouki, henkyaku_hi, teisei_henkyaku_hi } =
        directFields;
      const fields = [name, bukkenmei, tokuisakimei, hacchyuu_naiyou, tsubosuu, uketsuke_hi, kibou_nouki, henkyaku_hi];
      expect(rows[0]).toEqual([...fields.map(({ label }) => label.ja), '納期内', teisei_henkyaku_hi.label.ja]);
      expect(rows).toHaveLength(5);
      expect(rows[3]![0]).toBe('=1+1');
      expect(rows[4]![4]).toBe(70.35);
      expect(JSON.stringify(rows).includes('下書き'), `locked: ${locked}`).toBe(!locked);
      expect(JSON.stringify(rows)).not.toMatch(FORBIDDEN);
    }
  });

  it('names the page that prints it where a PDF is asked for', async () => {
    const { status, body } = await read('pdf');
    expect(status).toBe(422);
    expect(body.messages.format).toContain('/customers/1/deliveries?year=2026&month=10');
  });

  it('is read by whoever reads jobs, of a customer that is there', async () => {
    for (const who of ['admin', 'writer', 'checked', 'viewer'] as const) expect((await read('', api.people[who])).status, who).toBe(200);
    expect((await read('', api.people.none)).status).toBe(403);
    expect((await read('', api.people.none, 99)).status).toBe(403);
    expect((await read('', api.people.viewer, 99)).status).toBe(404);
    expect((await read('docx')).status).toBe(422);
    expect((await read('', api.people.viewer, 2)).body.totals.jobs).toBe(1);
    const { trips } = await api.countRoundTrips(() => read());
    expect(trips).toBe(1);
  });
});
