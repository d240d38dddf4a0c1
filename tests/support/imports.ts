import { handleImport } from '../../worker/features/imports/handle-import.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import { IMPORT_MODULES } from '../../worker/update-effects.ts';
import type { Person, TestApi } from './api.ts';
import { workbookOf } from './workbooks.ts';

interface ImportOptions {
  /** The Writer by default. */
  as?: Person;
  mode?: string;
  /** Further fields of the form. */
  fields?: Readonly<Record<string, string>>;
}

/** Works on one message of an import, as the consumer does. */
export function workOnImport(deps: Deps, message: { import_id: number }): Promise<void> {
  return handleImport(deps, message, IMPORT_MODULES);
}

/** Imports a workbook with one message and answers the import as its page reads it. */
export async function importWorkbook(
  api: TestApi,
  entity: string,
  workbook: ArrayBuffer | Uint8Array,
  { as = api.people.writer, mode = 'valid_rows', fields = {} }: ImportOptions = {},
) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(workbook)]), 'a.xlsx');
  form.set('mode', mode);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { body } = await api.call('POST', `${entity}/import`, { as, body: form });
  await workOnImport(api.deps, { import_id: body.id });
  return (await api.call('GET', `imports/${body.id}`, { as })).body;
}

/** The same for rows, of which the first holds the headers. */
export async function importRows(api: TestApi, entity: string, rows: Parameters<typeof workbookOf>[0], options?: ImportOptions) {
  return importWorkbook(api, entity, await workbookOf(rows), options);
}

/** A bucket that holds one file, as much of it as an import asks for. */
export function holdFile(bytes: Uint8Array<ArrayBuffer>): Deps['files'] {
  return {
    head: async () => ({ size: bytes.length, etag: 'x' }),
    get: async (_key: string, { range: { offset, length } }: { range: { offset: number; length: number } }) => {
      const part = new Response(bytes.slice(offset, offset + length));
      return { body: part.body, arrayBuffer: () => part.arrayBuffer() };
    },
    delete: async () => undefined,
  } as never;
}
