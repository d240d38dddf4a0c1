import * as z from 'zod';
import '../../field-schemas.ts';
import type { Contract } from '../../contract.ts';
import { CONTRACTS } from '../../contracts.ts';
import { option } from '../../fields.ts';
import { pageFields } from '../../paging.ts';
import { type Grant, STAFF } from '../../roles.ts';
import { envelope } from '../answers/envelope.ts';
import { importAnswer } from '../answers/imports.ts';
import { importFields } from '../imports.ts';
import { type Call, defineCall } from './define-call.ts';

const IMPORTED: readonly Contract[] = Object.values(CONTRACTS).filter(({ access }: Contract) => access.import);

const LIST_PARAMS = {
  entity: option({ vi: 'Danh mục', en: 'Entity' }, Object.fromEntries(IMPORTED.map(({ name, label }) => [name, label]))),
  ...pageFields(),
};

/** Imports of workbooks, once they are asked for. */
export const importCalls = {
  list: defineCall('GET /imports', STAFF, 'One’s own imports; an Admin’s view all. The newest first.', {
    params: LIST_PARAMS,
    answer: () => envelope(importAnswer()),
  }),
  read: defineCall('GET /imports/:id', STAFF, 'How far an import is, and its first 100 errors.', { answer: importAnswer }),
  exportErrors: defineCall('GET /imports/:id/errors', STAFF, 'Its errors as a workbook.', { answer: 'workbook' }),
  exportRejected: defineCall(
    'GET /imports/:id/rejected-rows',
    STAFF,
    'The rows that were not written, as a workbook to correct and send again.',
    { answer: 'workbook' },
  ),
  cancel: defineCall('POST /imports/:id/cancel', STAFF, 'Stops an import; what is written stays and can be undone.', {
    answer: importAnswer,
  }),
};

/** The calls that start an import into an entity. */
export interface EntityImportCalls {
  readonly start: Call & { readonly grant: Grant };
  readonly template: Call & { readonly grant: Grant };
}

const startedImport = () => z.object({ id: z.number(), status: z.string() });

/** By entity, for those whose contract grants imports. */
export const ENTITY_IMPORT_CALLS: ReadonlyMap<string, EntityImportCalls> = new Map(
  IMPORTED.map(({ name, access }) => [name, importCallsOf(name, access.import!)]),
);

function importCallsOf(name: string, grant: Grant): EntityImportCalls {
  return {
    start: defineCall(
      `POST /${name}/import`,
      grant,
      'Imports a workbook, as a multipart form. `mode` is `all_or_nothing`, unless it says `valid_rows`; `dry_run` only says what would be. A file whose headings are not the template’s is 422 `headings_unknown` with `headings` and `missing`; `mapping` says what its columns are.',
      { file: 'file', body: importFields, status: 201, answer: startedImport },
    ),
    template: defineCall(`GET /${name}/import-template`, grant, 'An empty workbook with the columns of the import.', {
      answer: 'workbook',
    }),
  };
}
