import type { Caller } from '../../crud/caller.ts';
import { writeWorkbook } from '../../platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../platform/xlsx/write/write-cells.ts';
import type { Importable } from './importable.ts';

/**
 * `GET {entity}/import-template`: a workbook with the header row that the import understands, in the caller's language. `*` marks required
 * columns; a column of options offers them as a list.
 */
export async function writeImportTemplate({ resource, fields }: Importable, caller: Caller): Promise<ReadableStream<Uint8Array>> {
  const { contract } = resource;
  await caller.require(contract.access.import);
  return writeWorkbook({
    sheetName: contract.label[caller.lang],
    columns: fields.map((name): WorkbookColumn => {
      const { label, kind, decimals, required, options } = contract.fields[name]!;
      const columnKind = kind === 'integer' || kind === 'decimal' || kind === 'date' ? kind : 'text';
      const header = required ? `${label[caller.lang]} *` : label[caller.lang];
      const choices = options && Object.values(options).map((text) => text[caller.lang]);
      return { header, kind: columnKind, choices, ...(decimals !== undefined && { decimals }) };
    }),
    rows: noRows(),
  });
}

async function* noRows(): AsyncGenerator<readonly (readonly unknown[])[]> {}
