import type { Client } from '@libsql/client';
import { expect, vi } from 'vitest';
import { fold } from '../../worker/platform/text/fold.ts';
import { sortKey } from '../../worker/platform/text/sort-key.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import type { QueuedSite } from '../support/stack.ts';
import { insert, type Staff } from './calculation-month.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Answer = any;

/** Uploads a workbook and waits for the end of its import. */
export async function imported(
  stack: QueuedSite,
  staff: Staff,
  entity: string,
  file: Uint8Array<ArrayBuffer>,
  mode?: string,
): Promise<Answer> {
  const { status, body } = await upload(stack, staff, entity, file, mode);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return ended(staff, body.id);
}

export async function upload(stack: QueuedSite, staff: Staff, entity: string, file: Uint8Array<ArrayBuffer>, mode?: string) {
  const boundary = 'the-end-of-a-part';
  const field = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const parts = [`${field('file')}; filename="bảng.xlsx"\r\n\r\n`, file, '\r\n'];
  if (mode) parts.push(`${field('mode')}\r\n\r\n${mode}\r\n`);
  const response = await stack.fetch(`/api/v1/${entity}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer(),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** Waits until an import has ended and answers it. */
export async function ended(staff: Staff, id: number): Promise<Answer> {
  const look = async () => {
    const { status, body } = await staff.call('GET', `imports/${id}`);
    if (['done', 'failed', 'cancelled'].includes(body.status)) return body;
    throw new Error(`The import ${id} is ${body.status ?? status}`);
  };
  return vi.waitFor(look, { timeout: MAX_WAIT_MS, interval: 40 });
}

/** Waits until an import that has ended left nothing behind: its staged rows and its file are removed after it says that it has ended. */
export async function cleared(stack: QueuedSite, id: number): Promise<void> {
  const files = await stack.files();
  const left = async () => {
    const { rows } = await stack.client.execute({ sql: 'SELECT COUNT(*) AS n FROM import_rows WHERE import_id = ?', args: [id] });
    return { rows: Number(rows[0]!.n), file: (await files.head(`imports/${id}/workbook`)) !== null };
  };
  await expect.poll(left).toEqual({ rows: 0, file: false });
}

export async function download(stack: QueuedSite, staff: Staff, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await stack.fetch(`/api/v1/${path}`, { headers: { authorization: `Bearer ${staff.token}` } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Two people of a department and its group, a customer, two kinds of work, two pro factors and an indirect note. */
export async function insertPeople(client: Client): Promise<void> {
  const named = (name: string, keys: Record<string, string>) => ({
    ...keys,
    [`${name}_fold`]: fold(keys[name]!),
    [`${name}_sort`]: sortKey(keys[name]!),
  });
  await insert(client, 'departments', { id: 1, code: 'TK', code_fold: 'tk', ...named('name', { name: 'Phòng Thiết kế' }) });
  await insert(client, 'department_groups', { id: 1, dept_id: 1, ...named('group_name', { group_name: 'Nhóm Gỗ' }) });
  for (const [id, code, name] of [
    [1, 'nv001', 'Nguyễn Văn Đức'],
    [2, 'nv002', 'Trần Thị Hồng'],
    [3, 'nv003', 'Nguyễn Văn Đức'],
  ] as const) {
    const keys = { username: code, username_fold: code, code, code_fold: code, department_id: 1, dept_grp_id: 1 };
    await insert(client, 'users', { id, ...keys, ...named('name', { name }) });
  }
  await insert(client, 'customers', { id: 1, code: 'SEK', code_fold: 'sek', ...named('name', { name: '積水ハウス' }) });
  await insert(client, 'work_categories', { id: 1, ...named('work_name', { work_name: '構造図' }) });
  await insert(client, 'pro_point', { id: 1, point: 1.2, desc: 'A' });
  await insert(client, 'pro_point', { id: 2, point: 0.8, desc: 'B' });
  await insert(client, 'indirect_note', { id: 1, ...named('content', { content: 'Đào tạo' }) });
}
