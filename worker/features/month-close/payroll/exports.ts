import { sql } from 'drizzle-orm';
import type { MadePayrollExport, PayrollExport, PayrollPreview } from '../../../contracts/calls/answers/payroll.ts';
import type { payrollCalls as calls } from '../../../contracts/calls/declared/payroll.ts';
import { monthFilter } from '../../../contracts/calls/month-lock.ts';
import { formatMonthKey, monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { toByteStream } from '../../../platform/byte-stream.ts';
import type { CallInput, GrantedRecord } from '../../../platform/call-routes.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { query } from '../../../platform/db/query.ts';
import { payrollExports } from '../../../platform/db/schema/payroll.ts';
import { asJson, asNumber, asOption, asText, orNull, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { csvNumber, writeCsv } from '../../../platform/feeds/csv.ts';
import { FORMATS } from '../../../platform/feeds/respond-with-sheet.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { type Handover, selectHandover, toPayrollSheet } from './handover.ts';

const SAMPLE_ROWS = 10;
/** The files' folder. */
export const PAYROLL = 'payroll/';

/** `GET /payroll_exports/preview?year=&month=`. */
export async function previewPayrollExport({ caller, grant, values }: CallInput<typeof calls.preview>): Promise<PayrollPreview> {
  const month = monthKey(values.year, values.month);
  const { results } = await caller.read(grant, () => selectHandover(month, caller.lang));
  const { map, rows, last, isHanded, kind, seal_version, changes, missing } = requireLocked(results, month);
  const toText = (cell: string | number) => (typeof cell === 'number' ? csvNumber(cell, DECIMAL_SIGNS[map.decimal_sign]) : cell);
  return {
    ...{ kind, seal_version, changes, missing, rows: rows.length, handed: isHanded ? last : null },
    headings: map.columns.map(({ heading }) => heading),
    sample: rows.slice(0, SAMPLE_ROWS).map((row) => row.map(toText)),
  };
}

/**
 * `POST /payroll_exports {year, month}`. The file is stored before it is told of, under a name that its hash is part of; where the month was
 * unlocked or handed over meanwhile, it is made again from what is there then.
 */
export async function makePayrollExport(
  { files }: Pick<Deps, 'files'>,
  { caller, grant, values }: CallInput<typeof calls.make>,
): Promise<{ made: MadePayrollExport; isNew: boolean }> {
  const month = monthKey(values.year, values.month);
  const { actor, results } = await caller.read(grant, () => selectHandover(month, caller.lang));
  const handover = requireLocked(results, month);
  const { map, totals, rows, seal, last, isHanded, kind, seal_version, changes, missing } = handover;
  if (missing.length > 0) return { made: { id: null, sha256: null, seal_version, kind, rows: 0, changes: [], missing }, isNew: false };
  if (isHanded) {
    const known = await caller.readMore(selectExports(sql`e.id = ${last}`));
    const { id, sha256, rows, kind, changes } = known.find((file) => file.id === last)!;
    return { made: { id, sha256, seal_version, kind, rows, changes, missing }, isNew: false };
  }
  const bytes = await writeFile(handover, month);
  const hash = await sha256(bytes);
  const file = `${PAYROLL}${month}/${hash}.${map.format}`;
  await files.put(file, bytes);
  const written = await caller.write(
    query(
      sql`INSERT INTO payroll_exports (month, seal_id, kind, format, totals, "rows", changes, sha256, file, created_at, created_by)
        SELECT ${month}, ${seal}, ${kind}, ${map.format}, ${JSON.stringify(totals)}, ${rows.length}, ${JSON.stringify(changes)}, ${hash}, ${file},
          ${caller.clock.time()}, ${actor.id}
        WHERE EXISTS (SELECT 1 FROM month_locks WHERE month = ${month} AND status = 1 AND seal_id = ${seal})
          AND ifnull((SELECT MAX(id) FROM payroll_exports WHERE month = ${month}), 0) = ${last} RETURNING id`,
      readFirst({ id: payrollExports.id }),
    ),
  );
  if (!written) return makePayrollExport({ files }, { caller, grant, values, id: undefined });
  return { made: { id: written.id, sha256: hash, seal_version, kind, rows: rows.length, changes, missing }, isNew: true };
}

function requireLocked(handover: Handover | undefined, month: string): Handover {
  if (!handover) throw new AppError('not_locked', { month: formatMonthKey(month) });
  return handover;
}

const DECIMAL_SIGNS = { comma: ',', dot: '.' } as const;

async function writeFile(handover: Handover, month: string): Promise<Uint8Array<ArrayBuffer>> {
  const { format, decimal_sign } = handover.map;
  const sheet = toPayrollSheet(handover, month);
  const decimal = DECIMAL_SIGNS[decimal_sign];
  const bytes =
    format === 'xlsx' ? FORMATS.xlsx.write(sheet) : toByteStream(writeCsv(sheet, { decimal, separator: decimal === ',' ? ';' : ',' }));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/** `GET /payroll_exports?year=&month=`. */
export async function listPayrollExports({
  caller,
  grant,
  values: { year, month },
}: CallInput<typeof calls.list>): Promise<PayrollExport[]> {
  if (month && !year) throw invalidField(monthFilter, 'year', 'required', caller.lang);
  const months = year && month ? monthKey(year, month) : year ? `${year}-__` : '%';
  return (await caller.read(grant, () => selectExports(sql`e.month LIKE ${months}`))).results;
}

const { id, month, kind, format, rows } = payrollExports;
const EXPORT_READERS = {
  ...{ id, month, kind, format, rows, sha256: payrollExports.sha256, created_at: payrollExports.created_at },
  seal_version: asNumber,
  changes: asJson<PayrollExport['changes']>(),
  created_by: asNumber,
  creator: orNull(asText),
};

function selectExports(where: ReturnType<typeof sql>) {
  return query(
    sql`SELECT e.id, e.month, e.kind, e.format, e."rows", e.changes, e.sha256, e.created_at, e.created_by, u.name AS creator, s.version AS seal_version
      FROM payroll_exports e JOIN month_seals s ON s.id = e.seal_id LEFT JOIN users u ON u.id = e.created_by
      WHERE ${where} ORDER BY e.id DESC LIMIT 1000`,
    readRows(EXPORT_READERS, ({ month, created_by, creator, ...row }): PayrollExport => {
      return { ...row, ...yearMonthOf(month), created_by: { id: created_by, name: creator ?? '' } };
    }),
  );
}

/** `GET /payroll_exports/{id}/file`. */
export async function readPayrollFile({ files }: Pick<Deps, 'files'>, { caller, grant, id }: GrantedRecord): Promise<Response> {
  const readers = { file: payrollExports.file, month: payrollExports.month, format: asOption<keyof typeof FORMATS>() };
  const { results: made } = await caller.read(grant, () =>
    query(sql`SELECT file, month, format FROM payroll_exports WHERE id = ${id}`, readFirst(readers)),
  );
  const stored = made && (await files.get(made.file));
  if (!stored) throw new AppError('not_found', { what: FILE_LABEL[caller.lang] });
  return new Response(stored.body, {
    headers: {
      'content-type': FORMATS[made.format].type,
      'content-disposition': `attachment; filename="payroll-${made.month}-${id}.${made.format}"`,
      'cache-control': 'no-store',
    },
  });
}

const FILE_LABEL = { vi: 'tệp bảng lương', en: 'Payroll file' };
