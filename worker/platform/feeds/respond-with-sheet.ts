import type { Context } from 'hono';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Lang } from '../../contracts/text.ts';
import { toByteStream } from '../byte-stream.ts';
import { sha256 } from '../crypto.ts';
import { AppError } from '../errors.ts';
import { writeWorkbook } from '../xlsx/write/write.ts';
import { writeCsv } from './csv.ts';
import { writeJson } from './json.ts';
import type { Sheet } from './sheet.ts';

const FORMATS = {
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeWorkbook },
  csv: { type: 'text/csv; charset=utf-8', write: (sheet: Sheet) => toByteStream(writeCsv(sheet)) },
  json: { type: 'application/json; charset=utf-8', write: (sheet: Sheet) => toByteStream(writeJson(sheet)) },
};
export type FileFormat = keyof typeof FORMATS;

/** Takes `format` out of the parameters of an export; a workbook where none is asked for, 422 for an unknown one. */
export function takeFormat(params: URLSearchParams, lang: Lang): FileFormat {
  const format = takeParam(params, 'format', lang) || 'xlsx';
  if (Object.hasOwn(FORMATS, format)) return format as FileFormat;
  const message = ruleMessage(ruleToken('option', { options: Object.keys(FORMATS).join(', ') }), 'format', lang);
  throw new AppError('invalid', {}, { messages: { format: message } });
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
export function respondWithSheet(
  c: Context,
  sheet: Sheet,
  { name, format, tag }: { name: string; format: FileFormat; tag: string },
): Response {
  const { type, write } = FORMATS[format];
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
    etag: tag,
  };
  if (isSameTag(c.req.header('if-none-match'), tag)) return new Response(null, { status: 304, headers: { etag: tag } });
  return new Response(c.req.method === 'HEAD' ? null : write(sheet), { headers });
}

/** Tags are compared weakly: a proxy that packs an answer sends a strong one back as a weak one, and some the other way. `*` is every tag. */
function isSameTag(header: string | undefined, tag: string): boolean {
  return header?.trim() === '*' || (header?.replaceAll('W/', '').includes(tag.replace('W/', '')) ?? false);
}

/** The same for rows that are computed anyway: their tag is what they say. */
export async function respondWithComputedSheet(c: Context, sheet: Sheet, name: string, format: FileFormat): Promise<Response> {
  const rows: (readonly unknown[])[] = [];
  for await (const chunk of sheet.rows) rows.push(...chunk);
  const { columns, totals } = sheet;
  const content = JSON.stringify([format, columns, rows, typeof totals === 'function' ? totals() : totals]);
  const tag = `W/"${(await sha256(content)).slice(0, 32)}"`;
  return respondWithSheet(c, { ...sheet, rows: inOneChunk(rows) }, { name, format, tag });
}

async function* inOneChunk(rows: (readonly unknown[])[]) {
  yield rows;
}
