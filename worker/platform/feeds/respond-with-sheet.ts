import type { Context } from 'hono';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Lang } from '../../contracts/text.ts';
import { toByteStream } from '../byte-stream.ts';
import { sha256 } from '../crypto.ts';
import { AppError } from '../errors.ts';
import { writeWorkbook } from '../xlsx/write/write.ts';
import { writeCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';

/** The kinds of file, each with its content type. */
export const FORMATS = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeWorkbook },
  csv: { type: 'text/csv; charset=utf-8', write: (sheet: Sheet) => toByteStream(writeCsv(sheet)) },
  json: { type: 'application/json; charset=utf-8', write: (sheet: Sheet) => toByteStream(writeJson(sheet)) },
};
type FileFormat = keyof typeof FORMATS;

/** What a file is asked as: `keys` has columns, options and flags by their keys, which no language changes. */
export interface Feed {
  format: FileFormat;
  keys: boolean;
}

/**
 * Takes `format` and `options` out of the parameters of an export: a workbook in words where nothing is asked for, CSV and JSON by keys unless words are asked
 * for; 422 for unknown ones.
 */
export function takeFeed(params: URLSearchParams, lang: Lang): Feed {
  const format = takeOption(params, 'format', Object.keys(FORMATS) as FileFormat[], lang) ?? 'xlsx';
  const options = takeOption(params, 'options', ['keys', 'words'], lang);
  return { format, keys: options === undefined ? format !== 'xlsx' : options === 'keys' };
}

function takeOption<Option extends string>(
  params: URLSearchParams,
  name: string,
  options: readonly Option[],
  lang: Lang,
): Option | undefined {
  const text = takeParam(params, name, lang);
  const found = options.find((option) => option === text);
  if (found !== undefined || text === '') return found;
  const message = ruleMessage(ruleToken('option', { options: options.join(', ') }), name, lang);
  throw new AppError('invalid', {}, { messages: { [name]: message } });
}

/** Takes a parameter out of those of an export: its text, empty where it is not sent; a 422 where it is sent twice. */
export function takeParam(params: URLSearchParams, name: string, lang: Lang): string {
  const [text = '', ...others] = params.getAll(name);
  if (others.length > 0) {
    const message = ruleMessage(ruleToken('repeated_parameter', { value: name }), name, lang);
    throw new AppError('invalid', {}, { messages: { [name]: message } });
  }
  params.delete(name);
  return text;
}

/** The file as a download that streams; a failure later in the stream breaks the download off. HEAD reads no rows. */
export function respondWithSheet(c: Context, sheet: Sheet, { name, format, keys, tag }: Feed & { name: string; tag: string }): Response {
  const { type, write } = FORMATS[format];
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
    etag: tag,
  };
  if (isSameTag(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers: { etag: tag } });
  return new Response(
    c.req.method === 'HEAD'
      ? null
      : write(keys ? { ...sheet, columns: sheet.columns.map((column) => ({ ...column, header: column.key })) } : sheet),
    { headers },
  );
}

/** Tags are compared weakly: a proxy that packs an answer sends a strong one back as a weak one, and some the other way. `*` is every tag. */
function isSameTag(header: string | undefined, tag: string): boolean {
  return header?.trim() === '*' || (header?.replaceAll('W/', '').includes(tag.replace('W/', '')) ?? false);
}

/** The same for rows that are computed anyway: their tag is what they say. */
export async function respondWithComputedSheet(c: Context, sheet: Sheet, name: string, feed: Feed): Promise<Response> {
  const rows: (readonly unknown[])[] = [];
  for await (const chunk of sheet.rows) rows.push(...chunk);
  const { columns, totals } = sheet;
  const content = JSON.stringify([feed, columns, rows, typeof totals === 'function' ? totals() : totals]);
  const tag = `W/"${(await sha256(content)).slice(0, 32)}"`;
  return respondWithSheet(c, { ...sheet, rows: inOneChunk(rows) }, { name, ...feed, tag });
}

async function* inOneChunk(rows: (readonly unknown[])[]) {
  yield rows;
}

/** The rows as a JSON array of objects by the columns' keys, without the totals. */
async function* writeJson({ columns, rows }: Sheet): AsyncGenerator<string> {
  let separator = '[';
  for await (const chunk of rows) {
    for (const cells of chunk) {
      yield separator + JSON.stringify(Object.fromEntries(columns.map(({ key }, place) => [key, cells[place] ?? null])));
      separator = ',\n';
    }
  }
  yield separator === '[' ? '[]' : ']';
}
