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
  list: defineCall({
    method: 'GET',
    path: '/imports',
    grant: STAFF,
    params: LIST_PARAMS,
    answer: () => envelope(importAnswer()),
    summary: 'One’s own imports; an Admin’s view all. The newest first.',
  }),
  read: defineCall({
    method: 'GET',
    path: '/imports/:id',
    grant: STAFF,
    answer: importAnswer,
    summary: 'How far an import is, and its first 100 errors.',
  }),
  exportErrors: defineCall({
    method: 'GET',
    path: '/imports/:id/errors',
    grant: STAFF,
    answer: 'workbook',
    summary: 'Its errors as a workbook.',
  }),
  exportRejected: defineCall({
    method: 'GET',
    path: '/imports/:id/rejected-rows',
    grant: STAFF,
    answer: 'workbook',
    summary: 'The rows that were not written, as a workbook to correct and send again.',
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/imports/:id/cancel',
    grant: STAFF,
    answer: importAnswer,
    summary: 'Stops an import; what is written stays and can be undone.',
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
    start: {
      method: 'POST',
      path: `/${name}/import`,
      grant,
      file: 'file',
      body: importFields,
      status: 201,
      answer: startedImport,
      summary:
        'Imports a workbook, as a multipart form. `mode` is `all_or_nothing`, unless it says `valid_rows`; `dry_run` only says what would be. A file whose headings are not the template’s is 422 `headings_unknown` with `headings` and `missing`; `mapping` says what its columns are.',
    },
    template: {
      method: 'GET',
      path: `/${name}/import-template`,
      grant,
      answer: 'workbook',
      summary: 'An empty workbook with the columns of the import.',
    },
  };
}
