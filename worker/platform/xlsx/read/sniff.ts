import { WorkbookError } from '../workbook-error.ts';
import { COMPOUND_MAGIC, openCompoundFile } from '../xls/compound-file.ts';
import type { WorkbookSource } from './source.ts';

/** 'xlsx' is any zip file, 'xls' a compound file with a workbook, 'encrypted' one with a password around an .xlsx. */
export type WorkbookKind = 'xlsx' | 'xls' | 'encrypted' | 'other';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** What a file is by its content, whatever its name says. A damaged compound file is a WorkbookError 'broken'. */
export async function sniffWorkbook(source: WorkbookSource): Promise<WorkbookKind> {
  const start = await source.read(0, Math.min(8, source.size));
  if (ZIP_MAGIC.every((byte, i) => start[i] === byte)) return 'xlsx';
  if (!COMPOUND_MAGIC.every((byte, i) => start[i] === byte)) return 'other';
  const streams = await openCompoundFile(source);
  if (streams.has('ENCRYPTEDPACKAGE')) return 'encrypted';
  return streams.has('WORKBOOK') || streams.has('BOOK') ? 'xls' : 'other';
}

/** The stream of the workbook in an .xls; the one of Excel 95 and older is 'other_format'. */
export async function openXlsStream(source: WorkbookSource): Promise<WorkbookSource> {
  const streams = await openCompoundFile(source);
  const stream = streams.get('WORKBOOK');
  if (!stream) throw new WorkbookError('other_format');
  return stream;
}
