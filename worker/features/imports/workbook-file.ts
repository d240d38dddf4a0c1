import { IMPORT_FILE_LABEL, IMPORT_MAX_MB } from '../../contracts/calls/imports.ts';
import type { Values } from '../../contracts/fields.ts';
import { ruleMessage, ruleToken } from '../../contracts/rules.ts';
import type { Lang } from '../../contracts/text.ts';
import { AppError } from '../../platform/errors.ts';
import { readLimitedBytes } from '../../platform/request-body.ts';
import { sniffWorkbook } from '../../platform/xlsx/read/sniff.ts';
import type { WorkbookSource } from '../../platform/xlsx/read/source.ts';
import { WorkbookError } from '../../platform/xlsx/workbook-error.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes of the largest form with a workbook. */
export const MAX_WORKBOOK_FORM_BYTES = IMPORT_MAX_MB * MEGABYTE + 128 * 1024;

/**
 * The workbook in the form field `file`, and the other fields. What it is decides its content, whatever its name says: 413 over 20 MB,
 * 415 for what is no .xlsx or .xls, 422 without a file and for one that nobody could read.
 */
export async function readWorkbookForm(request: Request, lang: Lang): Promise<{ file: File; values: Values }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('unsupported_type', { accepted: 'multipart/form-data' });
  const limitLabel = `${IMPORT_MAX_MB} MB`;
  const body = await readLimitedBytes(request, MAX_WORKBOOK_FORM_BYTES, limitLabel);
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new AppError('malformed_form');
  });
  const { file, ...values } = Object.fromEntries(form);
  if (!(file instanceof File)) throw refusedFile(ruleMessage(ruleToken('required'), IMPORT_FILE_LABEL[lang], lang));
  if (file.size > IMPORT_MAX_MB * MEGABYTE) throw new AppError('too_large', { limit: limitLabel });
  await refuseUnreadable(file, lang);
  return { file, values };
}

/** The bytes of an uploaded file. */
export function fileSource(file: File): WorkbookSource {
  return { size: file.size, read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()) };
}

async function refuseUnreadable(file: File, lang: Lang): Promise<void> {
  try {
    if (file.size === 0) throw new WorkbookError('no_bytes');
    const kind = await sniffWorkbook(fileSource(file));
    if (kind === 'other') {
      const messages = { file: new WorkbookError('not_a_workbook').text[lang] };
      throw new AppError('unsupported_type', { accepted: '.xlsx, .xls' }, { messages });
    }
    if (kind === 'encrypted') throw new WorkbookError('encrypted');
  } catch (error) {
    throw error instanceof WorkbookError ? refusedFile(error.text[lang]) : error;
  }
}

function refusedFile(message: string): AppError {
  return new AppError('invalid', {}, { messages: { file: message } });
}
