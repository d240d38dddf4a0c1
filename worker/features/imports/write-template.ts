import { CONDITION_OPERATORS, SCALE_VARIABLES, variablesIn } from '../../contracts/calls/formula-language.ts';
import type { Contract } from '../../contracts/contract.ts';
import { FLAG_WORDS } from '../../contracts/fields.ts';
import type { Lang } from '../../contracts/text.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { writeWorkbook } from '../../platform/xlsx/write/write.ts';
import type { WorkbookColumn } from '../../platform/xlsx/write/write-cells.ts';
import { RESOURCES } from '../../resources/registry.ts';
import { exampleRow } from './example-row.ts';
import type { Importable } from './importable.ts';
import { selectChoices } from './read/lookups.ts';

/**
 * `GET {entity}/import-template`: a workbook with the header row that the import understands, in the caller's language, and a row of examples,
 * which it passes over. `*` marks required columns; a column of options, of records or of words of formulas offers them as a list.
 */
export async function writeImportTemplate({ resource, fields }: Importable, caller: Caller): Promise<ReadableStream<Uint8Array>> {
  const { contract } = resource;
  const entities = [...new Set(fields.flatMap((name) => (contract.fields[name]!.kind === 'ref' ? [contract.fields[name]!.entity!] : [])))];
  const { results: names } = await caller.read(contract.access.import, (actor) =>
    query(
      entities.map((entity) => {
        const scope = RESOURCES.find((each) => each.contract.name === entity)?.scope?.(actor);
        return query(selectChoices(entity, scope?.where), (choices) => [entity, choices] as const);
      }),
      (choices) => new Map<string, readonly string[]>(choices),
    ),
  );
  const choicesOf = (name: string) => listOptions(contract, name, caller.lang) ?? names.get(contract.fields[name]!.entity ?? '');
  return writeWorkbook({
    sheetName: contract.label[caller.lang],
    columns: fields.map((name): WorkbookColumn => {
      const { label, kind, decimals, required } = contract.fields[name]!;
      const columnKind = kind === 'integer' || kind === 'decimal' || kind === 'date' ? kind : 'text';
      const header = required ? `${label[caller.lang]} *` : label[caller.lang];
      return { header, kind: columnKind, choices: choicesOf(name), ...(decimals !== undefined && { decimals }) };
    }),
    rows: oneChunk([exampleRow(contract, fields, choicesOf, caller.lang)]),
  });
}

function listOptions({ name: entity, fields }: Contract, name: string, lang: Lang): readonly string[] | undefined {
  const { options, kind } = fields[name]!;
  const words = options ?? (kind === 'flag' ? FLAG_WORDS : undefined);
  return words ? Object.values(words).map((text) => text[lang]) : FORMULA_WORDS[name.replace(/1$/, '')]?.(entity);
}

/** What the columns of a rule's condition may say, by the name of the first. */
const FORMULA_WORDS: Readonly<Record<string, (entity: string) => readonly string[]>> = {
  condition_operator: () => CONDITION_OPERATORS,
  condition_variable: (entity) => (entity === 'tsubos' ? SCALE_VARIABLES : variablesIn('condition')).map(({ name }) => name),
};

async function* oneChunk(rows: readonly (readonly unknown[])[]): AsyncGenerator<readonly (readonly unknown[])[]> {
  yield rows;
}
