import type { StatementLine } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import { COUNTED_KINDS, LINE_KINDS } from '../../../contracts/calls/statements.ts';
import { column } from '../../../contracts/columns.ts';
import type { Column } from '../../../contracts/contract.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { writeWorkbook } from '../../../platform/xlsx/write/write.ts';
import { toSheet } from '../../totals/sheet.ts';
import { selectLines } from './lines.ts';
import { resolveMonth } from './month.ts';
import { parseOwner, requireReadablePerson, selectPerson } from './reader.ts';

const ALL = { page: 1, limit: 1_000_000 };

/** `GET /statements/{user_id|me}/export?year=&month=`: every line that counts, as a workbook. */
export async function exportStatement(
  { caller, grant, values }: CallInput<typeof statementCalls.export>,
  ownerText: string,
): Promise<ReadableStream<Uint8Array>> {
  const owner = parseOwner(ownerText, caller);
  const month = resolveMonth(values, caller.clock);
  const { results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    return { person: selectPerson(user, actor, month.key), kinds: COUNTED_KINDS.map((kind) => selectLines(kind, user, month.key, ALL)) };
  });
  const person = requireReadablePerson(results.person, caller);
  const lines = results.kinds.flatMap((kind) => kind.lines);
  const toRow = ({ adjusted, kind, ...line }: StatementLine) => ({
    ...line,
    kind: LINE_KINDS[kind][caller.lang],
    adjusted_by: adjusted?.by,
    adjusted_from: adjusted?.from,
    reason: adjusted?.reason,
  });
  const name = `${person.code ?? person.username} ${month.key}`;
  return writeWorkbook(toSheet({ name: { vi: name, en: name }, columns: SHEET_COLUMNS, entries: lines, toRow }, caller.lang));
}

const SHEET_COLUMNS: readonly Column[] = [
  column('kind', { vi: 'Loại', en: 'Kind' }),
  column('date', { vi: 'Ngày', en: 'Date' }, 'date'),
  column('title', { vi: 'Nội dung', en: 'Title' }),
  column('subtitle', { vi: 'Chi tiết', en: 'Details' }),
  column('type', { vi: 'Mã', en: 'Code' }),
  column('tsubosuu', { vi: 'Số tsubo', en: 'Tsubo', ja: '坪数' }, 'decimal', { decimals: 2 }),
  column('point', { vi: 'Điểm', en: 'Point', ja: '点数' }, 'decimal', { decimals: 3 }),
  column('adjusted_by', { vi: 'Người điều chỉnh', en: 'Adjusted by' }),
  column('adjusted_from', { vi: 'Điểm trước điều chỉnh', en: 'Point before' }, 'decimal', { decimals: 3 }),
  column('reason', { vi: 'Lý do điều chỉnh', en: 'Reason', ja: '調整理由' }),
];
