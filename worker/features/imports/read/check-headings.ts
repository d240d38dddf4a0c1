import { sql } from 'drizzle-orm';
import { importFields } from '../../../contracts/calls/imports.ts';
import type { Lang, Text } from '../../../contracts/text.ts';
import type { Caller } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asJson, readColumn } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { type CallValues, invalidField } from '../../../platform/parse-call.ts';
import { type CellValue, isCellError, isPaddedNumber, type SheetRow } from '../../../platform/xlsx/cell-value.ts';
import { readRows } from '../../../platform/xlsx/read/read.ts';
import { WorkbookError } from '../../../platform/xlsx/workbook-error.ts';
import { type Importable, ImportFailure, importMessage, maxRowsOf } from '../importable.ts';
import { fileSource } from '../workbook-file.ts';
import { joinLabels } from './field-message.ts';
import { type FileColumn, guessFields } from './guess-fields.ts';
import {
  fromHeadings,
  HEADING_ROWS,
  type HeadingMapping,
  hasValueColumn,
  IDENTITY_COLUMNS,
  listMissingFields,
  listRequiredFields,
  listTitles,
  matchColumns,
  toHeadingKey,
} from './headings.ts';
import { selectLookups } from './lookups.ts';

/** Rows below the headings in which the values of the columns are looked for. */
const SAMPLED_ROWS = 50;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 100;
/** Former mappings of an entity that a guess looks at. */
const MAX_FORMER = 20;

/** A mapping that was given with a file, and by which headings it is found for the next one. */
export interface GivenMapping {
  mapping: HeadingMapping;
  /** JSON of the headings in order, as they are compared. */
  headings: string;
}

/**
 * Throws 422 `headings_unknown`, with what each column may be, where the headings of a file name no column for what every row needs, or, if asked, where
 * one that is not the template's may be a field that has no column; and 422 for a mapping that does not fit the file. A file that cannot be read so far
 * passes: its import says why.
 */
export async function checkHeadings(
  caller: Caller,
  importable: Importable,
  file: File,
  { sheet, mapping: given, ask_headings: asks }: CallValues<typeof importFields>,
): Promise<GivenMapping | undefined> {
  const mapping = given ? parseMapping(given, importable, caller.lang) : undefined;
  const rows = await readFirstRows(file, importable, sheet);
  const header = (await fromHeadings(rows, importable, mapping).next()).value;
  if (!header) return mapping && { mapping, headings: listHeadings([]) };
  const keys = listTitles(header.cells).map(({ title }) => toHeadingKey(title));
  const unknown = Object.keys(mapping ?? {}).find((heading) => !keys.includes(toHeadingKey(heading)));
  if (unknown !== undefined) throw refusedMapping(importMessage('mapped_heading_unknown', { heading: unknown }), caller.lang);
  const columns = findColumns(importable, header.cells, mapping, caller.lang);
  const isComplete = !columns || (hasValueColumn(columns) && listMissingFields(importable, columns).length === 0);
  if (isComplete && (mapping || asks !== 1)) return mapping && { mapping, headings: listHeadings(header.cells) };
  const found = mapping || isComplete ? header : findLikelyHeader(rows, importable, header);
  await refuseHeadings(caller, importable, rows, found, { mapping, isComplete });
}

async function refuseHeadings(
  caller: Caller,
  importable: Importable,
  rows: readonly SheetRow[],
  header: SheetRow,
  { mapping, isComplete }: { mapping: HeadingMapping | undefined; isComplete: boolean },
): Promise<void> {
  const { contract } = importable.resource;
  const required = listRequiredFields(importable);
  const titles = listTitles(header.cells);
  // A sheet of notes has no table: its import names the other sheets.
  const texts = titles.filter(({ index }) => typeof header.cells[index] === 'string');
  if (texts.length < Math.max(1, Math.min(2, required.length))) return;
  const columns = listColumns(titles, rows.slice(rows.findIndex(({ row }) => row === header.row) + 1));
  const entities = new Set(importable.fields.flatMap((name) => contract.fields[name]!.entity ?? []));
  const { former, lookups } = await caller.readMore({
    former: query(
      sql`SELECT mapping FROM import_mappings WHERE entity = ${contract.name}
        ORDER BY headings = ${listHeadings(header.cells)} DESC, used_at DESC LIMIT ${MAX_FORMER}`,
      readColumn(asJson<HeadingMapping>()),
    ),
    lookups: selectLookups([...entities]),
  });
  const guesses = guessFields(importable, columns, mapping ? [mapping, ...former] : former, lookups);
  const known = findColumns(importable, header.cells, mapping, caller.lang) ?? [];
  const lacks = (name: string) => !known.some(({ field }) => field === name);
  const missing = [...new Set([...listMissingFields(importable, known), ...required.filter(lacks)])];
  const further = guesses.filter((field) => field !== '' && lacks(field));
  if (isComplete && further.length === 0) return;
  throw new AppError(
    'headings_unknown',
    { fields: joinLabels(contract.fields, isComplete ? further : missing)[caller.lang] },
    {
      file: {
        headings: columns.map((column, at) => ({ ...column, guess: guesses[at]! })),
        missing,
        fields: [...importable.fields, ...IDENTITY_COLUMNS].map((field) => ({ field, required: required.includes(field) })),
      },
    },
  );
}

/** What the columns are; undefined where two are one field, which the import says of a file without a mapping. */
function findColumns(importable: Importable, cells: readonly CellValue[], mapping: HeadingMapping | undefined, lang: Lang) {
  try {
    return matchColumns(importable, cells, mapping).columns;
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error;
    if (mapping) throw refusedMapping(error.text, lang);
    return undefined;
  }
}

/** The row that looks most like headings of the entity, where fewer than two columns of any are known: with the most guesses, then with the most texts. */
function findLikelyHeader(rows: readonly SheetRow[], importable: Importable, header: SheetRow): SheetRow {
  if ((findColumns(importable, header.cells, undefined, 'vi') ?? []).length > 1) return header;
  const scored = rows.slice(0, HEADING_ROWS).map((row) => {
    const titles = listTitles(row.cells).filter(({ index }) => typeof row.cells[index] === 'string');
    const guesses = guessFields(
      importable,
      titles.map(({ title }) => ({ heading: title, samples: [] })),
    );
    return { row, score: guesses.filter(Boolean).length * 1000 + titles.length };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).row;
}

/** The columns by their headings, each once, with their first values. */
function listColumns(
  titles: readonly { index: number; title: string }[],
  rows: readonly SheetRow[],
): { heading: string; samples: string[] }[] {
  return [...Map.groupBy(titles, ({ title }) => toHeadingKey(title)).values()].map(([first]) => {
    const { index, title } = first!;
    const texts = rows.flatMap(({ cells }) => textOf(cells[index] ?? null).slice(0, MAX_SAMPLE_LENGTH) || []);
    return { heading: title, samples: [...new Set(texts)].slice(0, MAX_SAMPLES) } satisfies FileColumn;
  });
}

function textOf(cell: CellValue): string {
  if (isCellError(cell)) return cell.error;
  return isPaddedNumber(cell) ? cell.text : String(cell ?? '').trim();
}

/** The first rows of the sheet that the import will read; fewer where the file is broken there. */
async function readFirstRows(file: File, importable: Importable, sheet: string | null | undefined): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    for await (const row of readRows(fileSource(file), { maxRows: maxRowsOf(importable) + HEADING_ROWS, sheet: sheet ?? null })) {
      rows.push(row);
      if (rows.length === HEADING_ROWS + SAMPLED_ROWS) break;
    }
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
  }
  return rows;
}

const listHeadings = (cells: readonly CellValue[]): string =>
  JSON.stringify(
    listTitles(cells)
      .map(({ title }) => toHeadingKey(title))
      .sort(),
  );

function parseMapping(given: string, importable: Importable, lang: Lang): HeadingMapping {
  const mapping = readObject(given);
  if (!mapping) throw invalidField(importFields, 'mapping', 'object', lang);
  const known = ['', ...importable.fields, ...IDENTITY_COLUMNS];
  const [heading, field] = Object.entries(mapping).find(([, name]) => !known.includes(name as string)) ?? [];
  if (heading !== undefined) throw refusedMapping(importMessage('mapped_field_unknown', { heading, field: String(field) }), lang);
  return mapping as HeadingMapping;
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function refusedMapping(text: Text, lang: Lang): AppError {
  return new AppError('invalid', {}, { messages: { mapping: text[lang] } });
}
